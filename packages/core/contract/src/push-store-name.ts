/** The name of the cache in which a page tells the service worker who is signed in. Signing out deletes it. */
export const pushStoreName = 'portico:push';
