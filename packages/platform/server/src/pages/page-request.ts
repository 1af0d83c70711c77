import {
  type App,
  type Configuration,
  type Locale,
  type Look,
  lookCookieName,
  type PageState,
  parseLook,
  type SignInRefusal,
} from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../http/negotiation';
import { getHostTenant } from './host-configuration';
import { findReachableModules } from './reachable-modules';
import { type FormRequest, findFormSearch } from './sign-in-form';
import { findCurrentApp } from './top-bar';

/** The parts of a page that the request and its session decide. */
export interface PageRequest {
  /** Path and query. */
  readonly address: string;
  readonly pathname: string;
  /** The language of the browser. */
  readonly locale: Locale;
  readonly look: Look;
  readonly session: PageState['session'];
  /** The sign-in form of a signed-out user, unless they get another screen. */
  readonly form?: FormRequest | undefined;
  /** Why the page host refused the form that the browser sent. */
  readonly refusal?: SignInRefusal | undefined;
  /** The application on screen. */
  readonly current?: App | undefined;
  /** The keys of the modules that the page names; `undefined` for all. */
  readonly modules: ReadonlySet<string> | undefined;
}

/** The form shows that the session has ended before the shell does. */
const sessionEnded = { reason: 'session-ended', email: '', wait: 0 } as const;

export function readPageRequest(
  request: FastifyRequest,
  configuration: Configuration,
  session: PageState['session'],
  refusal?: SignInRefusal,
): PageRequest {
  const { cookies, headers, originalUrl: address } = request;
  const [pathname = '/'] = address.split('?', 1);
  const locale = negotiateLocale(headers['accept-language']);
  const tenant = getHostTenant(configuration);
  const search = typeof session === 'string' ? findFormSearch(address) : undefined;
  const answer = refusal ?? (session === 'ended' ? sessionEnded : undefined);
  return {
    address,
    pathname,
    locale,
    look: parseLook(cookies[lookCookieName]),
    session,
    form: tenant && search !== undefined ? { locale, tenant, search, answer } : undefined,
    refusal,
    current: typeof session === 'object' ? findCurrentApp(pathname, session) : undefined,
    modules: findReachableModules(address, session),
  };
}
