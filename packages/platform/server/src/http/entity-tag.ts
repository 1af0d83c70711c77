import { createHash } from 'node:crypto';

/** Creates a strong entity tag (RFC 9110, section 8.8.3) from the content, or from lines that identify it. */
export function createEntityTag(content: Buffer | readonly string[]): string {
  const identified = Buffer.isBuffer(content) ? content : content.join('\n');
  return `"${createHash('sha256').update(identified).digest('base64url')}"`;
}

/** Whether `If-None-Match` names the tag. A proxy that compressed the response may have weakened it. */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(entityTag) || named.includes('*');
}
