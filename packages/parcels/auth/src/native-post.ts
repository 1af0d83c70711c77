import { addReturnLink, readPage } from '@portico/shared';

/**
 * The attributes of a form that works before its script runs, and without it; none for an API on another origin.
 * @param search the query of the page
 */
export function getNativePost(path: string, search: string) {
  return URL.canParse(readPage().configuration.apiUrl) ? {} : { method: 'post', action: addReturnLink(path, search) };
}
