import { randomBytes } from 'node:crypto';
import path from 'node:path';
import cookie from '@fastify/cookie';
import {
  type AllowedNeeds,
  type Configuration,
  isModuleKey,
  joinNeeds,
  listGrants,
  type PageState,
  type SignInRefusal,
  serverSegments,
} from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from '../http/answer-error';
import { sendText } from '../http/prepared-text';
import type { FoundPageSession } from '../identity/current-user/page-session';
import { probeCookies, readRefreshToken, sessionCookieName } from '../identity/sessions/session-cookies';
import { registerPolicyReportRoute } from '../operations/policy-report-routes';
import { registerAppIconRoutes } from './app-icon-routes';
import type { DeveloperAllowance } from './content-policy';
import { createPageErrorHandler } from './error-pages';
import { getHostTenant } from './host-configuration';
import { type ImportMapFor, readCohort, registerImportMapRoute } from './import-map-routes';
import { createPageCache, pageType } from './page-cache';
import { readPageRequest } from './page-request';
import { type FindPreviews, findPagePreviews, takePreviewLink } from './previews';
import { registerShellAssetRoutes } from './shell-asset-routes';
import type { ShellFileStore } from './shell-file-store';
import { createShellFiles, type ShellFiles } from './shell-files';
import { registerSignInFormRoute, type SignIn } from './sign-in-form-routes';
import { registerWorkerRoutes } from './worker-routes';

interface PageHostOptions {
  readonly getConfiguration: (hostname: string) => Promise<Configuration>;
  readonly importMapFor: ImportMapFor;
  /** The needs from the content policy that the operator allows modules. */
  readonly modulePolicy?: AllowedNeeds;
  readonly findPreviews: FindPreviews;
  /** Finds the session of a refresh token unless it has ended, with the user's apps on this host. */
  readonly findSession: (refreshToken: string, hostname: string) => Promise<FoundPageSession | undefined>;
  readonly signIn: SignIn;
  /** The folder of the build. */
  readonly distDirectory: string;
  readonly shellFiles?: ShellFileStore;
}

/** The developer parcel sets these cookies: whether overrides are on, and the keys of the overridden modules. */
const overridesCookieName = 'portico-overrides';
const overriddenCookieName = 'portico-overridden';
const maxOverridden = 20;

// Without Sec-Fetch-Dest, these names decide: a missing file with such a name gets 404, never the page.
const fileName =
  /\.(?:js|mjs|css|map|json|html?|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|webmanifest|wasm)$/i;
const codeName = /\.(?:js|mjs|css|map|wasm)$/i;
const fileSegments = ['@portico', ...serverSegments];

/** Serves the files of the shell, the import map, and the page at every other address. */
export async function registerPageHost(app: FastifyInstance, options: PageHostOptions): Promise<void> {
  const { distDirectory, importMapFor } = options;
  await app.register(cookie);
  registerShellAssetRoutes(app, path.join(distDirectory, '@portico'), options.shellFiles);

  registerImportMapRoute(app, importMapFor, options.findPreviews);

  registerAppIconRoutes(app, options.getConfiguration);
  await app.register(async (scope) =>
    registerPolicyReportRoute(scope, async (hostname) => (await importMapFor(hostname, undefined)).importMap.imports),
  );

  const page = {
    ...options,
    readShell: createShellFiles(distDirectory),
    getPage: createPageCache(),
  };
  registerWorkerRoutes(app, distDirectory, page);
  app.setErrorHandler(createPageErrorHandler(page));
  await app.register(async (scope) =>
    registerSignInFormRoute(scope, {
      signIn: options.signIn,
      isApiElsewhere: async (hostname) => isApiElsewhere(await options.getConfiguration(hostname)),
      answer: (request, reply, refusal) => answerWithPage(request, reply, page, refusal),
    }),
  );
  app.get('/*', async (request, reply) => {
    if (isFile(request)) return sendNotFound(reply);
    const address = takePreviewLink(request, reply);
    if (address !== undefined) return reply.header('Cache-Control', 'no-store').redirect(address, 303);
    return answerWithPage(request, reply, page);
  });
}

/** The length that CSP 3 recommends (section 7.1). */
const styleNonceBytes = 16;

interface PageServices extends PageHostOptions {
  readonly readShell: () => Promise<ShellFiles>;
  readonly getPage: ReturnType<typeof createPageCache>;
}

/** @param refusal why the sign-in form was refused; the reply already has the status */
async function answerWithPage(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PageServices,
  refusal?: SignInRefusal,
) {
  const styleNonce = randomBytes(styleNonceBytes).toString('base64url');
  // Scripts can read this header, injected markup cannot. Error reports contain the id.
  reply.header('Server-Timing', `request;desc="${request.id}", style-nonce;desc="${styleNonce}"`);
  reply.type(pageType).header('Cache-Control', 'no-store').headers(securityHeaders);
  if (!refusal) probeCookies(request, reply);
  const [files, configuration, found, previews] = await Promise.all([
    services.readShell(),
    services.getConfiguration(request.hostname),
    findSession(request, services, refusal),
    findPagePreviews(request, reply, services.findPreviews),
  ]);
  const tenant = getHostTenant(configuration);
  // The page host does not receive the cookies of an API on another host.
  const isUnknown = isApiElsewhere(configuration) || tenant === undefined;
  const { cohort, session } = isUnknown ? { cohort: readCohort(request) } : found;
  const developer = getDeveloperAllowance(request, configuration, styleNonce);
  const asked = readPageRequest(request, configuration, session, refusal);
  // Developers get all modules, because they may override any of them.
  const requested = developer ? { ...asked, modules: undefined } : asked;
  const { needs, ...map } = await services.importMapFor(
    request.hostname,
    cohort,
    requested.modules,
    previews?.versions,
  );
  const ownNeeds = developer ? joinNeeds([needs ?? {}, findOverrideNeeds(request, services)]) : needs;
  const sources = { files, configuration, ...map, needs: ownNeeds };
  if (!tenant) reply.code(404);
  const { createPolicy, text } = services.getPage(sources, requested, { developer, previews: previews?.state });
  return sendText(request, reply.header('Content-Security-Policy', createPolicy(styleNonce)), text);
}

/**
 * Finds the session for the page. Only a response that the browser shows as a top-level page contains an access token.
 * Browsers without Sec-Fetch-Dest request the session from the API instead.
 */
async function findSession(
  request: FastifyRequest,
  options: PageHostOptions,
  refusal: SignInRefusal | undefined,
): Promise<{ session?: PageState['session']; cohort?: number | undefined }> {
  const { cookies, headers, hostname } = request;
  // A refused form is answered with the form, also to signed-in users.
  if (refusal || cookies[sessionCookieName] === undefined) return { session: 'none' };
  if (headers['sec-fetch-dest'] !== 'document') return { cohort: readCohort(request) };
  const refreshToken = readRefreshToken(request);
  const found = refreshToken === undefined ? undefined : await options.findSession(refreshToken, hostname);
  return found ?? { session: 'ended' };
}

function isApiElsewhere({ apiUrl }: Configuration): boolean {
  return URL.canParse(apiUrl);
}

/** Returns the permissions of a browser with overrides, if the configuration allows them. */
function getDeveloperAllowance(
  { cookies }: FastifyRequest,
  { overrides }: Configuration,
  styleNonce: string,
): DeveloperAllowance | undefined {
  if (overrides === 'off' || cookies[overridesCookieName] !== 'on') return undefined;
  return { origins: overrides, styleNonce };
}

/**
 * Returns the needs of the modules that this browser overrides. The server does not know the declarations of a module in
 * development, so it grants everything that the operator allows the module.
 */
function findOverrideNeeds({ cookies }: FastifyRequest, { modulePolicy = {} }: PageHostOptions) {
  const keys = (cookies[overriddenCookieName] ?? '').split('.').slice(0, maxOverridden);
  return joinNeeds(keys.filter(isModuleKey).map((key) => listGrants(key, modulePolicy)));
}

/** Whether a request is for a file, which is missing. Navigations get the page: modules own all addresses below their key. */
function isFile(request: FastifyRequest): boolean {
  const [pathname = '/'] = request.url.split('?', 1);
  const { accept = '', 'sec-fetch-dest': destination } = request.headers;
  const [, segment = ''] = pathname.toLowerCase().split('/');
  if (fileSegments.includes(segment)) return true;
  if (destination !== undefined) return destination !== 'document';
  return (accept.includes('text/html') ? codeName : fileName).test(pathname);
}

const securityHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};
