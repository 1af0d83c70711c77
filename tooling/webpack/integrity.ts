import { createHash } from 'node:crypto';

export function computeIntegrity(bytes: Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}
