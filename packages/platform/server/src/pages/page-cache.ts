import { LRUCache } from 'lru-cache';
import { type PreparedText, prepareText } from '../http/prepared-text';
import type { PageRequest } from './page-request';
import { type OwnParts, type PageSources, renderPage } from './render-page';

/** A rendered page. */
interface Page {
  /** Returns the content policy for the nonce of a response. */
  readonly createPolicy: (styleNonce: string) => string;
  readonly text: PreparedText;
}

export const pageType = 'text/html; charset=utf-8';

const maxCacheBytes = 32 * 1024 * 1024;

/**
 * Caches pages by everything that they depend on, so nothing has to be invalidated. Pages for a single browser are not
 * cached: those of developers, with previews, or with the answer to a form.
 */
export function createPageCache() {
  const pages = new LRUCache<string, Page>({
    maxSize: maxCacheBytes,
    // Twice: each page has a compressed copy, and a key has up to two bytes per character.
    sizeCalculation: ({ text }, key) => 2 * (text.bytes.length + key.length),
  });
  const numbers = new WeakMap<object, number>();
  let last = 0;

  /** Returns a number for the identity of an object. Unchanged files and import maps keep their identity. */
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
    const { configuration, dependsOnUser } = sources;
    // The needs and preloads follow from the import map.
    const objects = [sources.files, sources.importMap].map(identify);
    const key = JSON.stringify([objects, configuration, dependsOnUser, address, locale, look, session]);
    const page = pages.get(key) ?? createPage(sources, requested);
    pages.set(key, page);
    return page;
  };
}
