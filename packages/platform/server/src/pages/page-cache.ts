import { LRUCache } from 'lru-cache';
import { type PreparedText, prepareText } from '../http/prepared-text';
import { type PageInput, renderPage } from './render-page';

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

  function createPage(input: PageInput): Page {
    const { html, createPolicy } = renderPage(input);
    return { createPolicy, text: prepareText(pageType, html) };
  }

  return (input: PageInput): Page => {
    // The needs and preloads follow from the import map.
    const { developer, files, importMap, needs: _needs, preloads: _preloads, previews, refusal, ...others } = input;
    if (developer || previews || refusal) return createPage(input);
    const key = JSON.stringify([identify(files), identify(importMap), others]);
    const page = pages.get(key) ?? createPage(input);
    pages.set(key, page);
    return page;
  };
}
