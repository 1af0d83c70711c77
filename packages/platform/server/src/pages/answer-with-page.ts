import { randomBytes } from 'node:crypto';
import {
  type Configuration,
  decodeUnreserved,
  isModuleKey,
  joinNeeds,
  listGrants,
  lookCookieName,
  type PageState,
  parseLook,
  type SignInRefusal,
} from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateLocale } from '../http/negotiation';
import { sendText } from '../http/prepared-text';
import { createPageSessions } from '../identity/current-user/page-session';
import { probeCookies, readRefreshToken, sessionCookieName } from '../identity/sessions/session-cookies';
import type { RegistryServices } from '../registry/create-registry';
import { getHostTenant, type ReadHost } from './host-configuration';
import { readCohort } from './import-map-routes';
import { createPageCache, pageType } from './page-cache';
import { findPagePreviews } from './previews';
import { findContributors, findReachableModules } from './reachable-modules';
import type { ShellFiles } from './shell-files';

/** The developer parcel sets these cookies: whether overrides are on, and the keys of the overridden modules. */
const overridesCookieName = 'portico-overrides';
const overriddenCookieName = 'portico-overridden';
const maxOverridden = 20;

/** The length that CSP 3 recommends (section 7.1). */
const styleNonceBytes = 16;

const securityHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};

/** Answers with the page. `refusal` says why the sign-in form was refused; the reply already has the status. */
export type AnswerWithPage = ReturnType<typeof createPageAnswer>;

export function createPageAnswer(services: RegistryServices, readHost: ReadHost, readShell: () => Promise<ShellFiles>) {
  const { getTenantKey, registry } = services;
  const { importMap, modulePolicy } = registry;
  const getPage = createPageCache();
  const findPageSession = createPageSessions(services);

  /**
   * Finds the session for the page. Only a response that the browser shows as a top-level page contains an access token.
   * Browsers without Sec-Fetch-Dest request the session from the API instead.
   */
  async function findSession(
    request: FastifyRequest,
    refusal: SignInRefusal | undefined,
  ): Promise<{ session?: PageState['session']; cohort?: number | undefined }> {
    const { cookies, headers, hostname } = request;
    // A refused form is answered with the form, also to signed-in users.
    if (refusal || cookies[sessionCookieName] === undefined) return { session: 'none' };
    if (headers['sec-fetch-dest'] !== 'document') return { cohort: readCohort(request) };
    const refreshToken = readRefreshToken(request);
    return (refreshToken && (await findPageSession(refreshToken, getTenantKey(hostname)))) || { session: 'ended' };
  }

  return async (request: FastifyRequest, reply: FastifyReply, refusal?: SignInRefusal) => {
    const { cookies, headers, hostname, originalUrl } = request;
    const address = decodeUnreserved(originalUrl);
    const styleNonce = randomBytes(styleNonceBytes).toString('base64url');
    // Scripts can read this header, injected markup cannot. Error reports contain the id.
    reply.header('Server-Timing', `request;desc="${request.id}", style-nonce;desc="${styleNonce}"`);
    reply.type(pageType).header('Cache-Control', 'no-store').headers(securityHeaders);
    probeCookies(request, reply);
    const [files, { configuration, providers }, found, previews] = await Promise.all([
      readShell(),
      readHost(hostname),
      findSession(request, refusal),
      findPagePreviews(request, reply, services),
    ]);
    const hasTenant = getHostTenant(configuration) !== undefined;
    if (!hasTenant) reply.code(404);
    // The page host does not receive the cookies of an API on another host.
    const isElsewhere = isApiElsewhere(configuration);
    const { cohort, session } = isElsewhere || !hasTenant ? { cohort: readCohort(request) } : found;
    const { overrides } = configuration;
    const developer =
      overrides === 'off' || cookies[overridesCookieName] !== 'on' ? undefined : { origins: overrides, styleNonce };
    // Developers get all modules, because they may override any of them.
    const modules = developer ? undefined : findReachableModules(address, session);
    const contributors = findContributors(session);
    const reader = { tenant: getTenantKey(hostname), cohort, modules, contributors, previews: previews?.versions };
    const { needs = {}, ...map } = await importMap.getMap(reader);
    // The server does not know the needs of an overridden module, so it grants all that the operator allows the module.
    const overridden = (cookies[overriddenCookieName] ?? '').split('.').slice(0, maxOverridden).filter(isModuleKey);
    const granted = developer ? overridden.map((key) => listGrants(key, modulePolicy)) : [];
    const { createPolicy, text } = getPage({
      files,
      configuration,
      ...map,
      needs: joinNeeds([needs, ...granted]),
      address,
      locale: negotiateLocale(headers['accept-language']),
      look: parseLook(cookies[lookCookieName]),
      session,
      refusal,
      // The sign-in by a provider sets cookies of this host.
      providers: isElsewhere ? undefined : providers,
      isMapPartial: modules !== undefined,
      developer,
      previews: previews?.state,
    });
    return sendText(request, reply.header('Content-Security-Policy', createPolicy(styleNonce)), text);
  };
}

export function isApiElsewhere({ apiUrl }: Configuration): boolean {
  return URL.canParse(apiUrl);
}
