import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { type Configuration, reservedModuleKeys } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookieName } from '../auth/session-cookies';
import { registerAppIconRoutes } from './app-icon-routes';
import { contentPolicy, type DeveloperAllowance } from './content-policy';
import { registerImportMapRoutes } from './import-map-routes';
import { PageFault } from './page-fault';
import { renderFault } from './render-fault';
import { renderPage } from './render-page';
import { type ImportMapFor, importMapOf } from './requested-import-map';
import { readShellFiles } from './shell-files';
import { tenantOfHost } from './tenant-of-host';

export interface PageHostOptions {
  readonly configurationFor: (hostname: string) => Promise<Configuration>;
  readonly importMapFor: ImportMapFor;
  /** The build's folder. */
  readonly distDirectory: string;
}

/** Set by `@portico/developer`, in the page. */
const overridesCookieName = 'portico-overrides';

/** The reserved keys that are pages. */
const shellPages = new Set<string>(['profile', 'signin', 'recover', '404']);

// What is asked for by such a name, or for anything but a document, is a file; a missing file is a 404, never the page.
const fileName =
  /\.(?:js|mjs|css|map|json|html?|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|webmanifest|wasm)$/i;
const ownSegments = new Set<string>(['@portico', ...reservedModuleKeys.filter((key) => !shellPages.has(key))]);

/** Serves the page at every address that is not a file, the files of the shell, and the import map. */
export async function registerPageHost(app: FastifyInstance, options: PageHostOptions): Promise<void> {
  const { distDirectory, importMapFor } = options;
  await app.register(cookie);
  await app.register(compress);
  await app.register(fastifyStatic, {
    root: path.join(distDirectory, '@portico'),
    prefix: '/@portico/',
    preCompressed: true,
    // Their names hold their content's hash.
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    setHeaders: (reply) => reply.header('X-Content-Type-Options', 'nosniff'),
  });

  registerImportMapRoutes(app, importMapFor);

  // A browser looks for a newer one by itself, so no cache may stand between.
  app.get('/firebase-messaging-sw.js', async (_request, reply) => {
    const worker = await readFile(path.join(distDirectory, 'firebase-messaging-sw.js'), 'utf8').catch(() => undefined);
    if (worker === undefined) return reply.code(404).type('text/plain').send('Not found');
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
      .send(worker);
  });

  registerAppIconRoutes(app, options.configurationFor);

  app.get('/*', (request, reply) => answerWithPage(request, reply, options));
}

async function answerWithPage(request: FastifyRequest, reply: FastifyReply, options: PageHostOptions) {
  const [pathname = '/'] = request.url.split('?', 1);
  if (isFile(request, pathname)) {
    return reply.code(404).type('text/plain').send('Not found');
  }
  reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').headers(securityHeaders);
  try {
    const { dependsOnUser, importMap } = await importMapOf(request, options.importMapFor);
    const files = await readShellFiles(options.distDirectory, importMap);
    const configuration = await options.configurationFor(request.hostname);
    const tenant = tenantOfHost(configuration);
    const inline = { script: files.firstPaint, style: files.frame };
    // The cookies of an API elsewhere are not seen here, so nobody knows.
    const isApiElsewhere = URL.canParse(configuration.apiUrl);
    const hasSession = isApiElsewhere ? undefined : request.cookies[sessionCookieName] !== undefined;
    const developer = developerAllowance(request, configuration);
    const styleNonce = developer?.styleNonce;
    reply.header('Content-Security-Policy', contentPolicy(configuration, inline, developer));
    const title = tenant?.name ?? 'Portico';
    const page = { pathname, hasSession, dependsOnUser, title, configuration, styleNonce };
    return reply.code(tenant ? 200 : 404).send(renderPage(page, files));
  } catch (error) {
    if (!(error instanceof PageFault)) throw error;
    request.log.error(error);
    return reply.code(500).header('Content-Security-Policy', "default-src 'none'").send(renderFault(error.message));
  }
}

/** What this browser is allowed, if it has switched overrides on where they are not off. */
function developerAllowance({ cookies }: FastifyRequest, { overrides }: Configuration): DeveloperAllowance | undefined {
  if (overrides === 'off' || cookies[overridesCookieName] !== 'on') return undefined;
  return { origins: overrides, styleNonce: randomBytes(16).toString('base64') };
}

function isFile({ headers }: FastifyRequest, pathname: string): boolean {
  const destination = headers['sec-fetch-dest'];
  const [, segment = ''] = pathname.toLowerCase().split('/');
  return (
    fileName.test(pathname) || ownSegments.has(segment) || (destination !== undefined && destination !== 'document')
  );
}

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
};
