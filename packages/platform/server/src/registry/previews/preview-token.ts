import { timingSafeEqual } from 'node:crypto';
import type { Sign } from '../../identity/sign';

/** What a preview link says: which version it opens, until when, and by which row it can be revoked. */
export interface PreviewToken {
  readonly id: string;
  readonly module: string;
  readonly version: string;
  readonly expiresAt: Date;
}

const purpose = 'preview';

/** The text of a token: `module:version:seconds:id:signature`. None of the parts contains a colon. */
export function createPreviewToken(sign: Sign, { expiresAt, id, module, version }: PreviewToken): string {
  const claims = `${module}:${version}:${Math.floor(expiresAt.getTime() / 1000)}:${id}`;
  return `${claims}:${sign(purpose, claims)}`;
}

/** Reads a token that a browser has sent; `undefined` if this server did not make it, or made it without an id. It may
 * have expired or been revoked. */
export function readPreviewToken(sign: Sign, text: string): PreviewToken | undefined {
  const end = text.lastIndexOf(':');
  const claims = text.slice(0, Math.max(0, end));
  const [sent, expected] = [text.slice(end + 1), sign(purpose, claims)].map((part) => Buffer.from(part));
  if (sent?.length !== expected?.length || !sent || !expected || !timingSafeEqual(sent, expected)) return undefined;
  const [module = '', version = '', seconds, id] = claims.split(':');
  // Before links could be revoked, they had no id.
  if (id === undefined) return undefined;
  return { id, module, version, expiresAt: new Date(Number(seconds) * 1000) };
}
