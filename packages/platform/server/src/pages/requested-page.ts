import {
  type App,
  type Configuration,
  type Look,
  lookCookieName,
  type PageState,
  parseLook,
  type SignInRefusal,
} from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { negotiateLocale } from '../http/negotiation';
import { getHostTenant } from './host-configuration';
import { createIdentities } from './identities';
import { findReachableModules } from './reachable-modules';
import { type FormRequest, findFormSearch } from './sign-in-form';
import { findCurrentApp } from './top-bar';

/** What a page shows, as far as the request and its session decide. */
export interface RequestedPage {
  readonly pathname: string;
  readonly look: Look;
  readonly session: PageState['session'];
  /** The sign-in form of a signed-out user, unless they get another screen. */
  readonly form: FormRequest | undefined;
  /** Why the page host refused the form that the browser sent. */
  readonly refusal: SignInRefusal | undefined;
  /** The application on screen. */
  readonly current: App | undefined;
  /** The keys of the modules whose names it carries; `undefined` for all. */
  readonly modules: ReadonlySet<string> | undefined;
}

/** The form says that the session has ended, before the shell says it. */
const sessionEnded = { reason: 'session-ended', email: '', wait: 0 } as const;

/** More different requests than this make pages slower, not wrong. Their keys are mostly addresses. */
const maxRequestedPages = 500;
const maxKeyCharacters = 100_000;

/** Reads requests. While configuration and session stay the same, the same request is the same object. */
export function createRequestedPages() {
  const known = new LRUCache<string, RequestedPage>({
    max: maxRequestedPages,
    maxSize: maxKeyCharacters,
    sizeCalculation: (_, key) => key.length,
  });
  const identify = createIdentities();
  return (
    request: FastifyRequest,
    configuration: Configuration,
    session: PageState['session'],
    refusal?: SignInRefusal,
  ): RequestedPage => {
    const { originalUrl } = request;
    const look = parseLook(request.cookies[lookCookieName]);
    const locale = negotiateLocale(request.headers['accept-language']);
    const user = typeof session === 'object' ? identify(session) : session;
    const key = `${identify(configuration)} ${user} ${locale} ${look.locale} ${look.theme} ${originalUrl}`;
    const found = refusal ? undefined : known.get(key);
    if (found !== undefined) return found;
    const [pathname = '/'] = originalUrl.split('?', 1);
    const tenant = getHostTenant(configuration);
    const search = typeof session === 'string' ? findFormSearch(originalUrl) : undefined;
    const answer = refusal ?? (session === 'ended' ? sessionEnded : undefined);
    const requested = {
      pathname,
      look,
      session,
      form: tenant && search !== undefined ? { locale, tenant, search, answer } : undefined,
      refusal,
      current: typeof session === 'object' ? findCurrentApp(pathname, session) : undefined,
      modules: findReachableModules(originalUrl, session),
    };
    if (!refusal) known.set(key, requested);
    return requested;
  };
}
