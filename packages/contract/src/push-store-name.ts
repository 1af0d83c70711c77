/**
 * The cache in which a page tells the service worker who is signed in. Where it is missing nobody is, so signing out
 * deletes it.
 */
export const pushStoreName = 'portico:push';
