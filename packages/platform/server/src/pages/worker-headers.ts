/**
 * The headers of a service worker. The policy is that of the worker's own requests, not of the pages that it serves.
 */
export const workerHeaders = {
  // Browsers check for a newer worker by themselves, so no cache may keep it.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
};
