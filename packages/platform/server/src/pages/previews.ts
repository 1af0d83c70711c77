import { decodeUnreserved, type PagePreviews, previewParameter } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasCookies, requireCookies } from '../identity/sessions/session-cookies';
import { findPreviews } from '../registry/audiences/preview-links';
import type { StoredVersion } from '../registry/live-map/live-module';

export type PreviewServices = Parameters<typeof findPreviews>[0];

/** Holds the tokens of the links that this browser opened, latest first. */
const cookieName = 'portico-previews';
const separator = '~';
const mostTokens = 5;
const tokenMaxLength = 300;

/** In seconds. Longer than most links live, so that the page can say that one has expired. */
const maxAge = 100 * 24 * 60 * 60;

export function readPreviewTokens({ cookies }: FastifyRequest): string[] {
  return (cookies[cookieName] ?? '').split(separator).filter(Boolean).slice(0, mostTokens);
}

/** Replaces the token of an opened link while it is unknown whether the browser keeps cookies. */
const openedToken = 'opened';

/**
 * Opens a preview link: stores its token in a cookie, and removes an earlier token of the same module. An empty token
 * ends all previews.
 * @returns the address without the token; `undefined` if the address is not a preview link
 * @throws ApiError 400 for a browser that did not keep the cookie
 */
export function takePreviewLink(request: FastifyRequest, reply: FastifyReply): string | undefined {
  // Most addresses are not preview links and need no parsing.
  const address = decodeUnreserved(request.originalUrl);
  if (!address.includes(previewParameter)) return undefined;
  const { pathname, search } = new URL(`http://localhost${address}`);
  const parts = search.slice(1).split('&');
  const isLink = (part: string) => part.startsWith(`${previewParameter}=`);
  const link = parts.find(isLink);
  if (link === undefined) return undefined;
  const token = new URLSearchParams(link).get(previewParameter) ?? '';
  if (token === openedToken) requireCookies(request);
  const others = readPreviewTokens(request).filter((other) => getModule(other) !== getModule(token));
  const isToken = token !== '' && token.length <= tokenMaxLength && !token.includes(separator);
  if (token !== openedToken) {
    storeTokens(request, reply, token === '' ? [] : [...(isToken ? [token] : []), ...others].slice(0, mostTokens));
  }
  const check = isToken && !hasCookies(request) ? [`${previewParameter}=${openedToken}`] : [];
  const rest = [...parts.filter((part) => !isLink(part)), ...check].join('&');
  // A redirect to `//name` would lead to another host.
  return pathname.replace(/^\/+/, '/') + (rest && `?${rest}`);
}

/** Finds the previewed versions and the state that the page shows of them; `undefined` without previews. */
export async function findPagePreviews(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PreviewServices,
): Promise<{ readonly versions: readonly StoredVersion[]; readonly state: PagePreviews } | undefined> {
  const sent = readPreviewTokens(request);
  if (sent.length === 0) return undefined;
  const { active, ended, isInvalid, tokens } = await findPreviews(services, sent);
  // This page reports the ended previews once; the next page does not.
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
