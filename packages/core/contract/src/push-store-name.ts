// In its own file, because the first load needs no schema of pushes.

/** The name of the cache that tells the service worker which user is signed in. Signing out deletes it. */
export const pushStoreName = 'portico:push';
