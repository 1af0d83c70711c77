import type { PagePreviews, PageState } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { type PreparedText, prepareText } from '../http/prepared-text';
import { createContentPolicy, type DeveloperAllowance } from './content-policy';
import { createIdentities } from './identities';
import { findPageVariant, type PageVariant } from './preloads';
import { fillPage, type PageSources, type PageTemplate, renderPage } from './render-page';
import type { RequestedPage } from './requested-page';

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

/** The keys by which the caches find the page of a request. */
interface PageKeys {
  readonly sources: string;
  readonly variant: string;
  /** `undefined` for a text that is made for each request. */
  readonly text: string | undefined;
}

export const pageType = 'text/html; charset=utf-8';

/** What one browser alone gets in its page. */
interface OwnParts {
  /** Given if the browser has switched overrides on. */
  readonly developer?: DeveloperAllowance | undefined;
  readonly previews?: PagePreviews | undefined;
}

/** A page for one browser alone. */
export function createPage(sources: PageSources, requested: RequestedPage, { developer, previews }: OwnParts): Page {
  // A developer's browser may load another file in place of the module.
  const variant = findVariant(requested, developer ? {} : sources.importMap.imports);
  const { createPolicy, template } = createPageOfVariant(sources, variant, requested, developer);
  const state = {
    ...createState(sources, requested),
    ...(developer && { isDeveloper: true }),
    ...(previews && { previews }),
  };
  return { createPolicy, text: prepareText(pageType, fillPage(template, state, requested)) };
}

function findVariant({ look, pathname, session }: RequestedPage, imports: PageSources['importMap']['imports']) {
  return findPageVariant(pathname, session === undefined ? undefined : typeof session === 'object', imports, look);
}

function createState({ dependsOnUser }: PageSources, { refusal, modules, session }: RequestedPage): PageState {
  return {
    ...(session && { session }),
    ...(dependsOnUser && { dependsOnUser }),
    ...(modules && { isMapPartial: true }),
    ...(refusal && { refusal }),
  };
}

function createPageOfVariant(
  sources: PageSources,
  variant: PageVariant,
  { form }: RequestedPage,
  developer?: DeveloperAllowance,
): PageOfVariant {
  const template = renderPage(sources, variant, form?.locale, developer?.styleNonce);
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
 * Renders each page once. A page without a session is compressed for everybody, quickly at first and then as well as
 * possible; one with a session once, for the requests of that session. A form that leads somewhere, or that answers, is
 * compressed for each request. A page of other sources or of another session object is another page, so nothing has to
 * be invalidated.
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
  const lastKeys = new WeakMap<RequestedPage, PageKeys>();

  /** Keeps the last keys of each request: to make them takes longer than all else in its page. */
  function findKeys(sources: PageSources, requested: RequestedPage): PageKeys {
    // Each map has its own needs and preloads.
    const identities = `${identify(sources.files)} ${identify(sources.importMap)} ${identify(sources.configuration)}`;
    const last = lastKeys.get(requested);
    if (last?.sources === identities) return last;
    const { refusal, current, form } = requested;
    const variant = findVariant(requested, sources.importMap.imports);
    const ofVariant = JSON.stringify([identities, variant, form?.locale]);
    const { session, ...state } = createState(sources, requested);
    const user = typeof session === 'object' ? [identify(session), current?.module] : session;
    // The request decides what these contain: in the cache they would displace all others.
    const text = form?.search || refusal ? undefined : JSON.stringify([ofVariant, user, state]);
    const keys = { sources: identities, variant: ofVariant, text };
    lastKeys.set(requested, keys);
    return keys;
  }

  return {
    getPage: (sources: PageSources, requested: RequestedPage): Page => {
      const keys = findKeys(sources, requested);
      const page = getOrSet(pages, keys.variant, () =>
        createPageOfVariant(sources, findVariant(requested, sources.importMap.imports), requested),
      );
      const { createPolicy, shared, template } = page;
      const fill = () => fillPage(template, createState(sources, requested), requested);
      // A page that few requests share.
      const fillQuickly = () => prepareText(pageType, fill());
      if (keys.text === undefined) return { createPolicy, text: fillQuickly() };
      const text =
        typeof requested.session === 'object'
          ? getOrSet(pagesOfSessions, keys.text, fillQuickly)
          : getOrSet(shared, keys.text, () => prepareText(pageType, fill()));
      return { createPolicy, text };
    },
  };
}

interface Cache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): unknown;
}

function getOrSet<Value>(cache: Cache<NoInfer<Value>>, key: string, create: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = create();
  cache.set(key, value);
  return value;
}
