import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from '../http/answer-error';
import { prepareText, sendText } from '../http/prepared-text';
import { BuildError, createFileCache, readBuildText } from '../registry/build-files';
import type { ReadHost } from './host-configuration';
import { embedJson } from './render-page';
import { renderRetryPage } from './render-retry-page';
import type { ShellFiles } from './shell-files';

/** Headers of a service worker. The policy applies to the worker's own requests, not to the pages that it serves. */
const workerHeaders = {
  // Browsers check for a newer worker themselves, so caches must revalidate.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
};

const scriptType = 'text/javascript; charset=utf-8';

/** Serves the service workers: one for pushes, and one with the page that the tenant's users see without network. */
export function registerWorkerRoutes(
  app: FastifyInstance,
  distDirectory: string,
  readShell: () => Promise<ShellFiles>,
  readHost: ReadHost,
): void {
  const messagingFile = path.join(distDirectory, 'firebase-messaging-sw.js');
  const readMessaging = createFileCache([messagingFile], async () =>
    prepareText(scriptType, await readBuildText(messagingFile)),
  );
  app.get('/firebase-messaging-sw.js', async (request, reply) => {
    const worker = await readMessaging().catch(() => undefined);
    return worker ? sendText(request, reply.headers(workerHeaders), worker) : sendNotFound(reply);
  });

  const offlineFile = path.join(distDirectory, 'page/offline-worker.js');
  const readOffline = createFileCache([offlineFile], () => readBuildText(offlineFile));
  app.get('/offline-worker.js', async (request, reply) => {
    try {
      const [worker, shell, { configuration }] = await Promise.all([
        readOffline(),
        readShell(),
        readHost(request.hostname),
      ]);
      const page = embedJson(renderRetryPage('no-network', shell, configuration));
      reply.headers(workerHeaders);
      const text = `self.porticoOffline = ${page};\n${worker}`;
      return sendText(request, reply, prepareText(scriptType, text));
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      request.log.error(error);
      return sendNotFound(reply);
    }
  });
}
