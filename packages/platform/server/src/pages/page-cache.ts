import type { PagePreviews, PageState } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { singleUseQuality } from '../http/compressed-content';
import { type PreparedText, prepareText } from '../http/prepared-text';
import { findFormKind } from './auth-form';
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
  return { createPolicy, text: prepareText(pageType, fillPage(template, state, requested), singleUseQuality) };
}

function findVariant({ look, pathname, session }: RequestedPage, imports: PageSources['importMap']['imports']) {
  return findPageVariant(pathname, session === undefined ? undefined : typeof session === 'object', imports, look);
}

function createState({ dependsOnUser }: PageSources, { answers, modules, session }: RequestedPage): PageState {
  return {
    ...(session && { session }),
    ...(dependsOnUser && { dependsOnUser }),
    ...(modules && { isMapPartial: true }),
    ...answers,
  };
}

function createPageOfVariant(
  sources: PageSources,
  variant: PageVariant,
  { form }: RequestedPage,
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
  /** To find a page by its content takes as long as all else that a page takes. */
  const lastPages = new WeakMap<RequestedPage, { readonly sources: PageSources; readonly page: Page }>();

  function findPage(sources: PageSources, requested: RequestedPage): Page {
    const { configuration, files, importMap } = sources;
    const { form, current } = requested;
    const variant = findVariant(requested, importMap.imports);
    const identities = [files, importMap, configuration].map(identify);
    const key = JSON.stringify([identities, variant, form && findFormKind(form)]);
    const page = pages.get(key) ?? createPageOfVariant(sources, variant, requested);
    pages.set(key, page);
    const { createPolicy, shared, template } = page;
    const state = createState(sources, requested);
    // A page that few requests share.
    const fill = () => prepareText(pageType, fillPage(template, state, requested), singleUseQuality);
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
    const text = shared.get(name) ?? prepareText(pageType, fillPage(template, state, requested));
    shared.set(name, text);
    return { createPolicy, text };
  }

  return {
    getPage: (sources: PageSources, requested: RequestedPage): Page => {
      const last = lastPages.get(requested);
      if (last && isSame(last.sources, sources)) return last.page;
      const page = findPage(sources, requested);
      lastPages.set(requested, { sources, page });
      return page;
    },
  };
}

function isSame(one: PageSources, other: PageSources): boolean {
  return one.files === other.files && one.importMap === other.importMap && one.configuration === other.configuration;
}
