import { createHash } from 'node:crypto';

/** From weak to strong. */
const algorithms = ['sha256', 'sha384', 'sha512'] as const;

/**
 * Whether a browser would take the content: one of the hashes of the strongest algorithm is its own. Unlike there, a
 * text without any hash matches nothing. Source: https://www.w3.org/TR/SRI/#does-response-match-metadatalist
 */
export function matchesIntegrity(content: Buffer, integrity: string): boolean {
  const hashes = integrity.split(/\s+/).map((hash) => hash.replace(/\?.*$/, ''));
  const strongest = algorithms.findLast((algorithm) => hashes.some((hash) => hash.startsWith(`${algorithm}-`)));
  if (strongest === undefined) return false;
  return hashes.includes(`${strongest}-${createHash(strongest).update(content).digest('base64')}`);
}
