import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lifetimes } from './lifetimes';

/** Signs a text for one purpose (HMAC-SHA-256). The 43 characters are allowed in cookies. */
export type Sign = (purpose: string, text: string) => string;

export function createSign(secret: string): Sign {
  return (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}

/** Half of the signature: 128 bits, because a browser sends it with every request. */
const signatureLength = 22;

/** Creates a mark that the server gives to a browser for one e-mail: `id.signature`. Only the server can sign it. */
function createMark(sign: Sign, purpose: string, email: string, id = randomBytes(12).toString('base64url')) {
  return { id, text: `${id}.${sign(purpose, `${id} ${email}`).slice(0, signatureLength)}` };
}

/** Reads a mark of a browser; `undefined` if it was not made for this purpose and e-mail. */
function readMark(sign: Sign, purpose: string, email: string, text: string) {
  const mark = createMark(sign, purpose, email, text.split('.', 1)[0] ?? '');
  const [sent, expected] = [Buffer.from(text), Buffer.from(mark.text)];
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? mark : undefined;
}

const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const;

const known = { cookie: '__Host-portico-known', purpose: 'known-browser', separator: '~' };

/** Maximum number of marks of a browser. Drops the mark of the least recent user. */
const mostMarks = 5;

/**
 * Returns the id of a browser that has signed in to this account before. The id does not reveal whether the account
 * exists, and a browser gets one only with the password.
 */
export function findKnownBrowser(request: FastifyRequest, sign: Sign, email: string): string | undefined {
  const marks = readTexts(request).map((text) => readMark(sign, known.purpose, email, text));
  return marks.find((mark) => mark !== undefined)?.id;
}

/**
 * Marks the browser as one that has signed in to this account, and returns the id. Call it only after a successful
 * sign-in.
 * @param isNew replaces the mark that the browser has
 */
export function markKnownBrowser(reply: FastifyReply, sign: Sign, email: string, isNew = false): string {
  const texts = readTexts(reply.request);
  const find = (text: string) => readMark(sign, known.purpose, email, text);
  const former = isNew ? undefined : texts.map(find).find((mark) => mark !== undefined);
  const own = former ?? createMark(sign, known.purpose, email);
  const marks = [own.text, ...texts.filter((text) => find(text) === undefined)].slice(0, mostMarks);
  reply.setCookie(known.cookie, marks.join(known.separator), { ...attributes, maxAge: lifetimes.knownDevice / 1000 });
  return own.id;
}

function readTexts({ cookies }: FastifyRequest): string[] {
  return (cookies[known.cookie] ?? '').split(known.separator).filter(Boolean).slice(0, mostMarks);
}

const recovery = { cookie: '__Host-portico-recovery', purpose: 'recovery' };

/** Marks the browser as the one that requests a code for this e-mail, whether the account exists or not. */
export function setRecoveryRequest(reply: FastifyReply, sign: Sign, email: string): string {
  const { id, text } = createMark(sign, recovery.purpose, email);
  reply.setCookie(recovery.cookie, text, { ...attributes, maxAge: lifetimes.mailedCode / 1000 });
  return id;
}

/** Returns the id of this browser's own request for this e-mail. */
export function findRecoveryRequest(request: FastifyRequest, sign: Sign, email: string): string | undefined {
  return readMark(sign, recovery.purpose, email, request.cookies[recovery.cookie] ?? '')?.id;
}

export function clearRecoveryRequest(reply: FastifyReply): void {
  reply.clearCookie(recovery.cookie, attributes);
}
