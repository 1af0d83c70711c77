/** The cookie of a browser that has just left a session of a sign-in provider. */
export const leaveCookieName = 'portico-leave';

/** The page that signs this browser out at the provider, and then shows the portal. */
export const leavePath = '/api/sign-in/leave';

/**
 * Returns the page that follows a sign-out, if the user signed in at a provider.
 * @param cookies those of the document, after the sign-out
 */
export function findLeavePath(cookies: string): string | undefined {
  return cookies.includes(`${leaveCookieName}=`) ? leavePath : undefined;
}
