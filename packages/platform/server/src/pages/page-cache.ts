import type { PageState } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { type PreparedText, prepareText } from '../http/prepared-text';
import { createContentPolicy, type DeveloperAllowance } from './content-policy';
import type { PageVariant } from './preloads';
import { fillPage, type PageSources, renderPage } from './render-page';

/** A page with its content policy. */
interface Page {
  readonly policy: string;
  readonly text: PreparedText;
}

export const pageType = 'text/html; charset=utf-8';

/** @param developer given if the browser has switched overrides on */
export function createPage(
  sources: PageSources,
  variant: PageVariant,
  state: PageState,
  developer?: DeveloperAllowance,
): Page {
  return {
    policy: createContentPolicy(sources.configuration, sources.files, developer),
    text: prepareText(pageType, fillPage(renderPage(sources, variant, developer?.styleNonce), state)),
  };
}

/** What the cached pages take at most, without their compressed forms. */
const maxCacheBytes = 32 * 1024 * 1024;

/** Renders and compresses each page once. A page of other sources is another page, so nothing has to be invalidated. */
export function createPageCache() {
  const pages = new LRUCache<string, Page>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ text }) => text.bytes.length,
  });
  const identify = createIdentities();
  return {
    getPage: (sources: PageSources, variant: PageVariant, state: PageState): Page => {
      const { configuration, files, importMap } = sources;
      const key = JSON.stringify([identify(files), identify(importMap), identify(configuration), variant, state]);
      const known = pages.get(key);
      if (known !== undefined) return known;
      const page = createPage(sources, variant, state);
      pages.set(key, page);
      return page;
    },
  };
}

/** Numbers objects, so that they can be part of a key. */
function createIdentities() {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object: object): number => {
    const known = numbers.get(object);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(object, last);
    return last;
  };
}
