import type { IdentityServices } from '../identity-services';

/** Length of a mark: 96 bits. */
const markLength = 16;

/**
 * Returns the mark of a tenant in messages about its announcements, or about what the console shows of it. Every browser
 * receives them, and must not find out the tenants of others.
 */
export function getTenantChannel(
  sign: IdentityServices['sign'],
  subject: 'announcements' | 'console',
  tenant: string,
): string {
  return sign(subject, tenant).slice(0, markLength);
}
