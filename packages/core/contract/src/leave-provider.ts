/** The cookie of a browser that has just left a session of a sign-in provider. */
export const leaveCookieName = 'portico-leave';

/** The page that signs this browser out at the provider, and then shows the portal. */
export const leavePath = '/api/sign-in/leave';
