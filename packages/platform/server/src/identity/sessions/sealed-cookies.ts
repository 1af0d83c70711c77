import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import type { IdentityServices } from '../identity-services';
import { lifetimes } from './lifetimes';
import { findCookie } from './session-cookies';

/** Sets a cookie of a sign-in that is under way, which only the server reads. */
export async function setSealedCookie(
  reply: FastifyReply,
  { encryption }: IdentityServices,
  cookie: string,
  data: object,
): Promise<void> {
  const { name, attributes } = findCookie(reply.request, cookie);
  const text = await encryption.seal(cookie, data, lifetimes.pendingSignIn);
  reply.setCookie(name, text, { ...attributes, maxAge: lifetimes.pendingSignIn / 1000 });
}

/** Reads a cookie that `setSealedCookie` has set under this name; `undefined` if it is too old. */
export function readSealedCookie<Schema extends v.GenericSchema>(
  request: FastifyRequest,
  { encryption }: IdentityServices,
  cookie: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  return encryption.unseal(cookie, request.cookies[findCookie(request, cookie).name], schema);
}

export function clearSealedCookie(reply: FastifyReply, cookie: string): void {
  const { name, attributes } = findCookie(reply.request, cookie);
  reply.clearCookie(name, attributes);
}
