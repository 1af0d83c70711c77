import path from 'node:path';
import cookie from '@fastify/cookie';
import { serverSegments } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendNotFound } from '../http/answer-error';
import { ApiError } from '../http/api-error';
import { registerPolicyReportRoute } from '../operations/policy-report-routes';
import type { RegistryServices } from '../registry/create-registry';
import { createPageAnswer } from './answer-with-page';
import { registerAppIconRoutes } from './app-icon-routes';
import { registerEmergencySignIn } from './emergency-sign-in-routes';
import { createPageErrorHandler } from './error-pages';
import { findModuleAsset } from './find-module-asset';
import type { ReadHost } from './host-configuration';
import { registerImportMapRoute } from './import-map-routes';
import { takePreviewLink } from './previews';
import { registerProviderSignIn } from './provider-sign-in-routes';
import { registerProviderSignOut } from './provider-sign-out-routes';
import { registerShellAssetRoutes } from './shell-asset-routes';
import { createShellFileStore } from './shell-file-store';
import { createShellFiles } from './shell-files';
import { registerSignInFormRoute } from './sign-in-form-routes';
import { registerWorkerRoutes } from './worker-routes';

// Without Sec-Fetch-Dest, these names decide: a missing file with such a name gets 404, never the page.
const fileName =
  /\.(?:js|mjs|css|map|json|html?|txt|xml|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|webmanifest|wasm)$/i;
const codeName = /\.(?:js|mjs|css|map|wasm)$/i;
const fileSegments = ['@portico', ...serverSegments];

/** Serves the files of the shell, the import map, and the page at every other address. Answers 404 to all other calls. */
export async function registerPageHost(
  app: FastifyInstance,
  services: RegistryServices,
  readHost: ReadHost,
  distDirectory: string,
): Promise<void> {
  const { database, getTenantKey, now, registry } = services;
  const readShell = createShellFiles(distDirectory);
  const answerWithPage = createPageAnswer(services, readHost, readShell);
  await app.register(cookie);
  registerShellAssetRoutes(app, path.join(distDirectory, '@portico'), createShellFileStore(database, now));
  registerImportMapRoute(app, services, registry.importMap.getMap);
  registerAppIconRoutes(app, readHost);
  await app.register(async (scope) =>
    registerPolicyReportRoute(
      scope,
      async (hostname) => (await registry.importMap.getMap({ tenant: getTenantKey(hostname) })).importMap.imports,
    ),
  );
  registerWorkerRoutes(app, distDirectory, readShell, readHost);
  app.setErrorHandler(createPageErrorHandler(readShell, readHost));
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 'not-found');
  });
  await app.register(async (scope) => {
    registerSignInFormRoute(scope, services, readHost, answerWithPage);
    registerProviderSignIn(scope, services, readHost);
    registerProviderSignOut(scope, services);
    registerEmergencySignIn(scope, services, readHost);
  });
  app.get('/*', async (request, reply) => {
    const [pathname = '/'] = request.url.split('?', 1);
    if (isFile(request, pathname)) {
      const asset = await findModuleAsset(request, services);
      return asset === undefined ? sendNotFound(reply) : reply.header('Cache-Control', 'no-store').redirect(asset);
    }
    const address = takePreviewLink(request, reply);
    if (address !== undefined) return reply.header('Cache-Control', 'no-store').redirect(address, 303);
    // A module may show a page at such an address, but no file is there.
    if (fileName.test(pathname)) reply.code(404);
    return answerWithPage(request, reply);
  });
}

/** Whether a request is for a file, which is missing. Navigations get the page: modules own all addresses below their key. */
function isFile({ headers }: FastifyRequest, pathname: string): boolean {
  const { accept = '', 'sec-fetch-dest': destination } = headers;
  const [, segment = ''] = pathname.toLowerCase().split('/');
  // No key has a dot, but `.well-known` and `favicon.ico` do.
  if (fileSegments.includes(segment) || segment.includes('.')) return true;
  if (destination !== undefined) return destination !== 'document';
  return (accept.includes('text/html') ? codeName : fileName).test(pathname);
}
