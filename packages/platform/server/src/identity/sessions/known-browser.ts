import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sign } from '../sign';
import { createMark, readMark } from './signed-mark';

const cookieName = '__Host-portico-known';
const purpose = 'known-browser';
const separator = '~';

/** The users of one browser. The mark of the one who was here least recently goes. */
const mostMarks = 5;

const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const;
/** The longest age that browsers accept, in seconds. */
const maxAge = 400 * 24 * 60 * 60;

/**
 * The id of a browser that has signed in to this account before; `undefined` for any other. Tells nothing about whether
 * the account exists, and nobody can get one without the password.
 */
export function findKnownBrowser(request: FastifyRequest, sign: Sign, email: string): string | undefined {
  for (const text of readTexts(request)) {
    const mark = readMark(sign, purpose, email, text);
    if (mark) return mark.id;
  }
  return undefined;
}

/** Marks the browser as one that has signed in to this account. Call it after a success only. */
export function markKnownBrowser(reply: FastifyReply, sign: Sign, email: string): void {
  const texts = readTexts(reply.request);
  const isOwn = (text: string) => readMark(sign, purpose, email, text) !== undefined;
  const own = texts.find(isOwn) ?? createMark(sign, purpose, email).text;
  const marks = [own, ...texts.filter((text) => !isOwn(text))].slice(0, mostMarks);
  reply.setCookie(cookieName, marks.join(separator), { ...attributes, maxAge });
}

function readTexts({ cookies }: FastifyRequest): string[] {
  return (cookies[cookieName] ?? '').split(separator).filter(Boolean).slice(0, mostMarks);
}
