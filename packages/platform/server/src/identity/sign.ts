import { createHmac } from 'node:crypto';

/**
 * Signs a text for one purpose with the secret of the server (HMAC-SHA-256).
 * @returns 43 characters that are allowed in cookies
 */
export type Sign = (purpose: string, text: string) => string;

export function createSign(secret: string): Sign {
  return (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
}
