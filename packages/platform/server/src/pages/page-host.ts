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
import { negotiateLocale } from '../http/negotiation';
import { sendText } from '../http/prepared-text';
import type { FoundPageSession } from '../identity/current-user/page-session';
import { probeCookies, readRefreshToken, sessionCookieName } from '../identity/sessions/session-cookies';
import { registerPolicyReportRoute } from '../operations/policy-report-routes';
import { BuildError } from '../registry/build-files';
import { registerAppIconRoutes } from './app-icon-routes';
import type { DeveloperAllowance } from './content-policy';
import { createOutageAnswer, errorPagePolicy, renderErrorPage } from './error-pages';
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
  /** What the operator allows modules to need from the content policy. */
  readonly modulePolicy?: AllowedNeeds;
  /** Finds what the tokens of preview links open now. */
  readonly findPreviews: FindPreviews;
  /** Finds the live session of a refresh token, with the user's apps on this host. */
  readonly findSession: (refreshToken: string, hostname: string) => Promise<FoundPageSession | undefined>;
  readonly signIn: SignIn;
  /** The build's folder. */
  readonly distDirectory: string;
  readonly shellFiles?: ShellFileStore;
}

/**
 * The developer parcel sets them in the page: whether overrides are on, and the keys of the modules that are
 * overridden.
 */
const overridesCookieName = 'portico-overrides';
const overriddenCookieName = 'portico-overridden';
const maxOverridden = 20;

// Browsers that do not say what a request is for, and tools: a missing file of these names is a 404, never the page.
const fileName =
  /\.(?:js|mjs|css|map|json|html?|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|webmanifest|wasm)$/i;
const codeName = /\.(?:js|mjs|css|map|wasm)$/i;
const fileSegments = ['@portico', ...serverSegments];

/** Serves the page at every address that is not a file, the files of the shell, and the import map. */
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
  registerWorkerRoutes(app, page);
  app.setErrorHandler(createOutageAnswer(page));
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

/** As the Content Security Policy recommends (CSP 3, section 7.1). */
const styleNonceBytes = 16;

interface PageServices extends PageHostOptions {
  readonly readShell: () => Promise<ShellFiles>;
  readonly getPage: ReturnType<typeof createPageCache>;
}

/** @param refusal of the form in the page; the reply has the status */
async function answerWithPage(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PageServices,
  refusal?: SignInRefusal,
) {
  const styleNonce = randomBytes(styleNonceBytes).toString('base64url');
  // The scripts of a page can read this header alone, and markup cannot. Error reports have the id.
  reply.header('Server-Timing', `request;desc="${request.id}", style-nonce;desc="${styleNonce}"`);
  reply.type(pageType).header('Cache-Control', 'no-store').headers(securityHeaders);
  if (!refusal) probeCookies(request, reply);
  try {
    const [files, configuration, found, previews] = await Promise.all([
      services.readShell(),
      services.getConfiguration(request.hostname),
      findSession(request, services, refusal),
      findPagePreviews(request, reply, services.findPreviews),
    ]);
    const tenant = getHostTenant(configuration);
    // The page host does not see the cookies of an API on another host.
    const isUnknown = isApiElsewhere(configuration) || tenant === undefined;
    const { cohort, session } = isUnknown ? { cohort: readCohort(request) } : found;
    const developer = developerAllowance(request, configuration, styleNonce);
    const asked = readPageRequest(request, configuration, session, refusal);
    // The list of a developer names all modules.
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
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    request.log.error(error);
    const locale = negotiateLocale(request.headers['accept-language']);
    return reply
      .code(500)
      .header('Content-Security-Policy', errorPagePolicy)
      .send(renderErrorPage(error.message, locale));
  }
}

/**
 * The session that the page brings. No access token leaves in a response that a browser does not show as a page of its
 * own: the header tells, and older browsers, which do not send it, ask the API instead.
 */
async function findSession(
  request: FastifyRequest,
  options: PageHostOptions,
  refusal: SignInRefusal | undefined,
): Promise<{ session?: PageState['session']; cohort?: number | undefined }> {
  const { cookies, headers, hostname } = request;
  // The answer to a refused form is the form.
  if (refusal || cookies[sessionCookieName] === undefined) return { session: 'none' };
  if (headers['sec-fetch-dest'] !== 'document') return { cohort: readCohort(request) };
  const refreshToken = readRefreshToken(request);
  const found = refreshToken === undefined ? undefined : await options.findSession(refreshToken, hostname);
  return found ?? { session: 'ended' };
}

function isApiElsewhere({ apiUrl }: Configuration): boolean {
  return URL.canParse(apiUrl);
}

/** The permissions of a browser with overrides, if the configuration allows them. */
function developerAllowance(
  { cookies }: FastifyRequest,
  { overrides }: Configuration,
  styleNonce: string,
): DeveloperAllowance | undefined {
  if (overrides === 'off' || cookies[overridesCookieName] !== 'on') return undefined;
  return { origins: overrides, styleNonce };
}

/**
 * What the modules that this browser overrides may need: nothing says what a module in development declares, so it is
 * what the operator allows it.
 */
function findOverrideNeeds({ cookies }: FastifyRequest, { modulePolicy = {} }: PageHostOptions) {
  const keys = (cookies[overriddenCookieName] ?? '').split('.').slice(0, maxOverridden);
  return joinNeeds(keys.filter(isModuleKey).map((key) => listGrants(key, modulePolicy)));
}

/**
 * A missing file is a 404. Any other address is the page, whatever it looks like: those below `/{app}/` are the
 * module's.
 */
function isFile(request: FastifyRequest): boolean {
  const [pathname = '/'] = request.url.split('?', 1);
  const { accept = '', 'sec-fetch-dest': destination } = request.headers;
  const [, segment = ''] = pathname.toLowerCase().split('/');
  if (fileSegments.includes(segment)) return true;
  if (destination !== undefined) return destination !== 'document';
  return (accept.includes('text/html') ? codeName : fileName).test(pathname);
}

/** Its icon is all that the error page loads: without one that it may load, a browser asks for `favicon.ico`. */
const securityHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};
