import { type PagePreviews, previewParameter } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundPreviews } from '../registry/audiences/preview-links';
import type { Preview } from '../registry/live-map/resolve-module';

/** Finds what the tokens of preview links open now. */
export type FindPreviews = (tokens: readonly string[]) => Promise<FoundPreviews>;

/** The tokens of the links that this browser followed, the latest first. */
const cookieName = 'portico-previews';
const separator = '~';
const mostTokens = 5;
const tokenMaxLength = 300;

/** In seconds. Longer than most links, so that the page can say that one has expired; without one it is dropped. */
const maxAge = 100 * 24 * 60 * 60;

export function readPreviewTokens({ cookies }: FastifyRequest): string[] {
  return (cookies[cookieName] ?? '').split(separator).filter(Boolean).slice(0, mostTokens);
}

/**
 * Follows a preview link: the browser gets its token, in place of an earlier one for the same module. An empty link
 * ends all previews.
 * @returns the address without it; `undefined` if the address of the request is no such link
 */
export function takePreviewLink(request: FastifyRequest, reply: FastifyReply): string | undefined {
  // Most addresses are none, and need not be parsed.
  if (!request.originalUrl.includes(previewParameter)) return undefined;
  const { pathname, search } = new URL(`http://localhost${request.originalUrl}`);
  const parts = search.slice(1).split('&');
  const isLink = (part: string) => part.startsWith(`${previewParameter}=`);
  const link = parts.find(isLink);
  if (link === undefined) return undefined;
  const token = new URLSearchParams(link).get(previewParameter) ?? '';
  const others = readPreviewTokens(request).filter((other) => getModule(other) !== getModule(token));
  const isToken = token !== '' && token.length <= tokenMaxLength && !token.includes(separator);
  storeTokens(request, reply, token === '' ? [] : [...(isToken ? [token] : []), ...others].slice(0, mostTokens));
  const rest = parts.filter((part) => !isLink(part)).join('&');
  // Two slashes would lead to another host.
  return pathname.replace(/^\/+/, '/') + (rest && `?${rest}`);
}

/** What a page shows of previews: the versions, and its state. `undefined` for a browser without any. */
export async function findPagePreviews(
  request: FastifyRequest,
  reply: FastifyReply,
  find: FindPreviews,
): Promise<{ readonly versions: readonly Preview[]; readonly state: PagePreviews } | undefined> {
  const sent = readPreviewTokens(request);
  if (sent.length === 0) return undefined;
  const { active, ended, isInvalid, tokens } = await find(sent);
  // This page says that the others have ended, the next one no more.
  if (tokens.length < sent.length) storeTokens(request, reply, tokens);
  const versions = active.map(({ module, version }) => ({ module, version }));
  return { versions: active, state: { active: versions, ended, isInvalid } };
}

function getModule(token: string): string | undefined {
  return token.split(':', 1)[0];
}

function storeTokens({ protocol }: FastifyRequest, reply: FastifyReply, tokens: readonly string[]): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' } as const;
  if (tokens.length === 0) reply.clearCookie(cookieName, attributes);
  else reply.setCookie(cookieName, tokens.join(separator), { ...attributes, maxAge });
}
