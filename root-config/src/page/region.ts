import { ConfigurationError } from '@portico/shared';

/**
 * A region of the page by its id.
 * @throws ConfigurationError when the page host left it out
 */
export function region(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new ConfigurationError(`The page has no element "${id}".`);
  return element;
}
