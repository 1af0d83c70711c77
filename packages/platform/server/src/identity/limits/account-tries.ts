import type { Try } from './throttle';

/**
 * Returns the tries that a sign-in at a tenant counts for the typed e-mail. A user who is locked out at one tenant can
 * still sign in at another one. The second limit keeps an attacker from multiplying the tries by the tenants.
 */
export function listSignInTries(email: string, tenant: string): Try[] {
  return [
    ['signInOfAccount', `${tenant} ${email}`],
    ['signInAnywhereOfAccount', email],
  ];
}
