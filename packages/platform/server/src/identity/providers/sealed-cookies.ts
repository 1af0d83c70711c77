import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { IdentityServices } from '../identity-services';
import { findCookie } from '../sessions/session-cookies';

type CookieServices = Pick<IdentityServices, 'encryption' | 'now'>;

/** Lifetime of the cookies of a sign-in that is under way, in milliseconds. */
const lifetime = 10 * 60 * 1000;

const sealSchema = v.object({ ends: v.number(), data: v.unknown() });

/** Sets a cookie that only the server reads, for ten minutes. */
export async function setSealedCookie(
  reply: FastifyReply,
  { encryption, now }: CookieServices,
  cookie: string,
  data: object,
): Promise<void> {
  const { name, attributes } = findCookie(reply.request, cookie);
  const text = await encryption.encrypt(cookie, JSON.stringify({ ends: now().getTime() + lifetime, data }));
  reply.setCookie(name, text, { ...attributes, maxAge: lifetime / 1000 });
}

/** Reads a cookie that `setSealedCookie` has set under this name; `undefined` if it is too old. */
export async function readSealedCookie<Schema extends v.GenericSchema>(
  request: FastifyRequest,
  { encryption, now }: CookieServices,
  cookie: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const sealed = request.cookies[findCookie(request, cookie).name];
  const text = sealed && (await encryption.decrypt(cookie, sealed));
  if (!text) return undefined;
  const { data, ends } = v.parse(sealSchema, JSON.parse(text));
  return ends > now().getTime() ? v.parse(schema, data) : undefined;
}

export function clearSealedCookie(reply: FastifyReply, cookie: string): void {
  const { name, attributes } = findCookie(reply.request, cookie);
  reply.clearCookie(name, attributes);
}
