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

/**
 * Returns the try that a mail with a code counts.
 * @param browser the id of the caller's browser if it has signed in to the account before: it has a limit of its own
 */
export function getMailTry(email: string, browser: string | undefined): Try {
  return browser === undefined ? ['recoveryOfAccount', email] : ['recoveryOfBrowser', browser];
}
