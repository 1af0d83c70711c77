import type { PageState } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { singleUseQuality } from '../http/compressed-content';
import { type PreparedText, prepareText } from '../http/prepared-text';
import { type FormRequest, findFormKind } from './auth-form';
import { createContentPolicy, type DeveloperAllowance } from './content-policy';
import type { PageVariant } from './preloads';
import { type FirstScreen, fillPage, type PageSources, type PageTemplate, renderPage } from './render-page';

/** A page with its content policy. */
interface Page {
  /** Returns the policy for the nonce of a response. */
  readonly createPolicy: (styleNonce: string) => string;
  readonly text: PreparedText;
}

/** A page without its state. */
interface PageOfVariant {
  readonly createPolicy: Page['createPolicy'];
  readonly template: PageTemplate;
  /** The pages of the states that many requests share. */
  readonly shared: Map<string, PreparedText>;
}

export const pageType = 'text/html; charset=utf-8';

/**
 * A page for one browser alone.
 * @param developer given if it has switched overrides on
 */
export function createPage(
  sources: PageSources,
  variant: PageVariant,
  state: PageState,
  screen: FirstScreen,
  developer?: DeveloperAllowance,
): Page {
  const { createPolicy, template } = createPageOfVariant(sources, variant, screen.form, developer);
  return { createPolicy, text: prepareText(pageType, fillPage(template, state, screen), singleUseQuality) };
}

function createPageOfVariant(
  sources: PageSources,
  variant: PageVariant,
  form?: FormRequest,
  developer?: DeveloperAllowance,
): PageOfVariant {
  const template = renderPage(sources, variant, form && findFormKind(form), developer?.styleNonce);
  return {
    createPolicy: createContentPolicy(sources, template.scripts, template.styles, developer),
    template,
    shared: new Map(),
  };
}

/** What the cached pages take at most, without their compressed forms. */
const maxCacheBytes = 32 * 1024 * 1024;

/** What the pages of sessions take at most, without their compressed forms. */
const maxSessionCacheBytes = 16 * 1024 * 1024;

/**
 * Renders each page once. A page without a session is compressed for everybody, quickly at first and then as well as possible;
 * one with a session once, for the requests of that session. A form that leads somewhere, or that answers, is compressed for each
 * request. A page of other sources or of another session object is another page, so nothing has to be invalidated.
 */
export function createPageCache() {
  const pages = new LRUCache<string, PageOfVariant>({
    maxSize: maxCacheBytes,
    // Its strings take up to two bytes a character. The rest is for the texts that requests share, mostly one or two.
    sizeCalculation: ({ template }) => 4 * (template.start.length + template.end.length),
  });
  const pagesOfSessions = new LRUCache<string, PreparedText>({
    maxSize: maxSessionCacheBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const identify = createIdentities();
  return {
    getPage: (sources: PageSources, variant: PageVariant, state: PageState, screen: FirstScreen = {}): Page => {
      const { form, current } = screen;
      const { configuration, files, importMap } = sources;
      const identities = [files, importMap, configuration].map(identify);
      const key = JSON.stringify([identities, variant, form && findFormKind(form)]);
      const page = pages.get(key) ?? createPageOfVariant(sources, variant, form);
      pages.set(key, page);
      const { createPolicy, shared, template } = page;
      // A page that few requests share.
      const fill = () => prepareText(pageType, fillPage(template, state, screen), singleUseQuality);
      if (typeof state.session === 'object') {
        const { session, ...rest } = state;
        const ownKey = JSON.stringify([identify(page), identify(session), current?.module, rest]);
        const text = pagesOfSessions.get(ownKey) ?? fill();
        pagesOfSessions.set(ownKey, text);
        return { createPolicy, text };
      }
      // The request decides what these contain: in the cache they would displace all others.
      if (form?.search || form?.answer) return { createPolicy, text: fill() };
      const name = JSON.stringify(state);
      const text = shared.get(name) ?? prepareText(pageType, fillPage(template, state, screen));
      shared.set(name, text);
      return { createPolicy, text };
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
