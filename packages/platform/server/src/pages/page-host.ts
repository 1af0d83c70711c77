import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { type Configuration, type PageState, serverSegments } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createEntityTag, matchesEntityTag } from '../http/entity-tag';
import { parseCohort } from '../identity/sessions/cohort';
import { sessionCookieName } from '../identity/sessions/session-cookies';
import { BuildError } from '../registry/build-files';
import type { LiveImportMap } from '../registry/live-map/live-import-map';
import { registerAppIconRoutes } from './app-icon-routes';
import { createContentPolicy, type DeveloperAllowance } from './content-policy';
import { getHostTenant } from './host-configuration';
import { fillPage, renderErrorPage, renderPage } from './render-page';
import { readShellFiles } from './shell-files';

/**
 * Returns the import map for a reader of this host.
 * @param cohort of the user, if known
 */
export type ImportMapFor = (hostname: string, cohort: number | undefined) => ReturnType<LiveImportMap['getMap']>;

interface PageHostOptions {
  readonly getConfiguration: (hostname: string) => Promise<Configuration>;
  readonly importMapFor: ImportMapFor;
  /** The build's folder. */
  readonly distDirectory: string;
}

/** The developer parcel sets it in the page. */
const overridesCookieName = 'portico-overrides';

// A request for such a name, or for anything but a document, wants a file. A missing file is a 404, never the page.
const fileName =
  /\.(?:js|mjs|css|map|json|html?|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|webmanifest|wasm)$/i;
const fileSegments = ['@portico', ...serverSegments];

/** Serves the page at every address that is not a file, the files of the shell, and the import map. */
export async function registerPageHost(app: FastifyInstance, options: PageHostOptions): Promise<void> {
  const { distDirectory, importMapFor } = options;
  await app.register(cookie);
  await app.register(compress);
  await app.register(fastifyStatic, {
    root: path.join(distDirectory, '@portico'),
    prefix: '/@portico/',
    preCompressed: true,
    // Their names contain a hash of their content.
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    setHeaders: (reply) => reply.header('X-Content-Type-Options', 'nosniff'),
  });

  registerImportMapRoute(app, importMapFor);

  // Browsers check for a newer worker by themselves, so no cache may keep it.
  app.get('/firebase-messaging-sw.js', async (_request, reply) => {
    const worker = await readFile(path.join(distDirectory, 'firebase-messaging-sw.js'), 'utf8').catch(() => undefined);
    if (worker === undefined) return reply.code(404).type('text/plain').send('Not found');
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
      .send(worker);
  });

  registerAppIconRoutes(app, options.getConfiguration);

  app.get('/*', (request, reply) => answerWithPage(request, reply, options));
}

/** Serves the import map of the caller. Every open tab polls it each minute, usually answered by 304. */
export function registerImportMapRoute(app: FastifyInstance, importMapFor: ImportMapFor): void {
  app.get('/import-map.json', async (request, reply) => {
    const { importMap } = await getImportMap(request, importMapFor);
    const text = JSON.stringify(importMap);
    const entityTag = createEntityTag([text]);
    reply.headers({
      'Cache-Control': 'no-cache, must-revalidate',
      Vary: 'Cookie',
      ETag: entityTag,
      'X-Content-Type-Options': 'nosniff',
    });
    if (matchesEntityTag(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** The import map for the caller. */
function getImportMap({ cookies, hostname }: FastifyRequest, importMapFor: ImportMapFor) {
  return importMapFor(hostname, parseCohort(cookies[sessionCookieName]));
}

async function answerWithPage(request: FastifyRequest, reply: FastifyReply, options: PageHostOptions) {
  const [pathname = '/'] = request.url.split('?', 1);
  if (isFile(request, pathname)) {
    return reply.code(404).type('text/plain').send('Not found');
  }
  reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').headers(securityHeaders);
  try {
    const { dependsOnUser, importMap } = await getImportMap(request, options.importMapFor);
    const files = await readShellFiles(options.distDirectory, importMap);
    const configuration = await options.getConfiguration(request.hostname);
    const tenant = getHostTenant(configuration);
    // The page host does not see the cookies of an API on another host.
    const isApiElsewhere = URL.canParse(configuration.apiUrl);
    const hasSession = isApiElsewhere ? undefined : request.cookies[sessionCookieName] !== undefined;
    const developer = developerAllowance(request, configuration);
    const styleNonce = developer?.styleNonce;
    reply.header('Content-Security-Policy', createContentPolicy(configuration, files, developer));
    const title = tenant?.name ?? 'Portico';
    const page = renderPage({ pathname, hasSession, title, configuration, styleNonce }, files);
    const state: PageState = {
      ...(hasSession !== undefined && { hasSession }),
      ...(developer && { isDeveloper: true }),
      ...(dependsOnUser && { dependsOnUser }),
    };
    return reply.code(tenant ? 200 : 404).send(fillPage(page, state));
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    request.log.error(error);
    return reply.code(500).header('Content-Security-Policy', "default-src 'none'").send(renderErrorPage(error.message));
  }
}

/** The permissions of a browser with overrides, if the configuration allows them. */
function developerAllowance({ cookies }: FastifyRequest, { overrides }: Configuration): DeveloperAllowance | undefined {
  if (overrides === 'off' || cookies[overridesCookieName] !== 'on') return undefined;
  return { origins: overrides, styleNonce: randomBytes(16).toString('base64') };
}

function isFile({ headers }: FastifyRequest, pathname: string): boolean {
  const destination = headers['sec-fetch-dest'];
  const [, segment = ''] = pathname.toLowerCase().split('/');
  return (
    fileName.test(pathname) ||
    fileSegments.includes(segment) ||
    (destination !== undefined && destination !== 'document')
  );
}

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};
