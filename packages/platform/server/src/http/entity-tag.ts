import { createHash } from 'node:crypto';

/** Creates a strong entity tag (RFC 9110, section 8.8.3) from lines that identify the content. */
export function createEntityTag(lines: readonly string[]): string {
  return `"${createHash('sha256').update(lines.join('\n')).digest('base64url')}"`;
}

/** Whether `If-None-Match` names the tag. A proxy that compressed the response may have weakened it. */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(entityTag) || named.includes('*');
}
