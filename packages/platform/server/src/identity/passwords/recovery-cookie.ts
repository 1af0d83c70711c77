import type { FastifyReply, FastifyRequest } from 'fastify';
import { lifetimes } from '../sessions/lifetimes';
import { createMark, readMark } from '../sessions/signed-mark';
import type { Sign } from '../sign';

const cookieName = '__Host-portico-recovery';
const purpose = 'recovery';

const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const;

/** Marks the browser as the one that asks for a code for this e-mail, whether it has an account or not. */
export function setRecoveryRequest(reply: FastifyReply, sign: Sign, email: string): string {
  const { id, text } = createMark(sign, purpose, email);
  reply.setCookie(cookieName, text, { ...attributes, maxAge: lifetimes.recoveryCode / 1000 });
  return id;
}

/** The id of this browser's own request for this e-mail, if it has made one. */
export function findRecoveryRequest(request: FastifyRequest, sign: Sign, email: string): string | undefined {
  return readMark(sign, purpose, email, request.cookies[cookieName] ?? '')?.id;
}

export function clearRecoveryRequest(reply: FastifyReply): void {
  reply.clearCookie(cookieName, attributes);
}
