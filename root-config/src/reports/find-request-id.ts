import { readServerTiming } from './read-server-timing';

/** The id that the server gave to the failed call in this error or its causes, otherwise to the page. */
export function findRequestId(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const id = 'response' in each && each.response instanceof Response && each.response.headers.get('X-Request-Id');
    if (id) return id;
  }
  return readServerTiming('request');
}
