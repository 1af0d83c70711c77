import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110, section 8.8.3) of what these lines identify. */
export function entityTagOf(lines: readonly string[]): string {
  return `"${createHash('sha256').update(lines.join('\n')).digest('base64url')}"`;
}

/** Whether `If-None-Match` names the tag; a proxy that compressed the answer may have weakened it. */
export function isNamedBy(ifNoneMatch: string | undefined, entityTag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(entityTag) || named.includes('*');
}
