import { LRUCache } from 'lru-cache';
import { type PreparedText, prepareText } from '../http/prepared-text';
import type { PageRequest } from './page-request';
import { type OwnParts, type PageSources, renderPage } from './render-page';

/** A finished page. */
interface Page {
  /** Returns the content policy for the nonce of a response. */
  readonly createPolicy: (styleNonce: string) => string;
  readonly text: PreparedText;
}

export const pageType = 'text/html; charset=utf-8';

const maxCacheBytes = 32 * 1024 * 1024;

/**
 * Caches finished pages by everything that changes them, so nothing has to be invalidated. A page for one browser alone
 * is not cached: a developer's, one with previews, and the answer to a form.
 */
export function createPageCache() {
  const pages = new LRUCache<string, Page>({
    maxSize: maxCacheBytes,
    // A page is kept as it is and compressed; a character of the key takes up to two bytes.
    sizeCalculation: ({ text }, key) => 2 * (text.bytes.length + key.length),
  });
  const numbers = new WeakMap<object, number>();
  let last = 0;

  /** Numbers objects, which are the same while their content is. */
  function identify(object: object): number {
    const number = numbers.get(object) ?? ++last;
    numbers.set(object, number);
    return number;
  }

  function createPage(sources: PageSources, requested: PageRequest, own?: OwnParts): Page {
    const { html, createPolicy } = renderPage(sources, requested, own);
    return { createPolicy, text: prepareText(pageType, html) };
  }

  return (sources: PageSources, requested: PageRequest, own: OwnParts = {}): Page => {
    if (own.developer || own.previews || requested.refusal) return createPage(sources, requested, own);
    const { address, locale, look, session } = requested;
    // Each map has its own needs and preloads.
    const objects = [sources.files, sources.importMap, sources.configuration].map(identify);
    const key = JSON.stringify([objects, sources.dependsOnUser, address, locale, look, session]);
    const page = pages.get(key) ?? createPage(sources, requested);
    pages.set(key, page);
    return page;
  };
}
