import {
  type App,
  type Configuration,
  findPublicPage,
  findScreen,
  type Locale,
  type Look,
  lookCookieName,
  maxNamedModules,
  type PageState,
  parseLook,
  parseModuleKeys,
  returnPath,
  type SignInRefusal,
} from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../http/negotiation';
import { getHostTenant } from './host-configuration';
import { type FormRequest, findFormSearch } from './sign-in-form';
import { findCurrentApp } from './top-bar';

/** The parts of a page that depend on the request and its session. */
export interface PageRequest {
  /** Path and query. */
  readonly address: string;
  readonly pathname: string;
  /** The language of the browser. */
  readonly locale: Locale;
  readonly look: Look;
  readonly session: PageState['session'];
  /** The sign-in form, if the page shows it. */
  readonly form?: FormRequest | undefined;
  /** Why the sign-in form was refused. */
  readonly refusal?: SignInRefusal | undefined;
  /** The application on screen. */
  readonly current?: App | undefined;
  /** The keys of the modules in the page's import map; `undefined` for all. */
  readonly modules: ReadonlySet<string> | undefined;
}

/** The server-rendered form already says that the session has ended. */
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

/**
 * Returns the keys of the modules in a page's import map: those of the user's applications, up to a limit, and the one
 * that the address leads to. The shell requests others when it needs them (docs/decisions/0028).
 * @param address path and query of the request
 * @returns `undefined` for all, if the page host does not know the session
 */
export function findReachableModules(address: string, session: PageState['session']): ReadonlySet<string> | undefined {
  if (session === undefined) return undefined;
  const apps = typeof session === 'object' ? session.apps : [];
  const key = typeof session === 'object' ? findFirstSegment(address) : findModuleAfterSignIn(address);
  const own = apps.length > maxNamedModules ? [] : apps.map(({ module }) => module);
  return new Set(key === undefined ? own : [...own, key]);
}

/** Returns the module of a public page, or the module that opens after the sign-in. */
function findModuleAfterSignIn(address: string): string | undefined {
  const [pathname = '/', search = ''] = address.split('?', 2);
  if (findPublicPage(pathname) !== undefined || findScreen(pathname, 'signed-out') === undefined) {
    return findFirstSegment(address);
  }
  return findFirstSegment(returnPath(new URLSearchParams(search).get('link')));
}

function findFirstSegment(address: string): string | undefined {
  return parseModuleKeys(address.split(/[/?#]/)[1] ?? '')[0];
}
