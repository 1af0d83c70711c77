import path from 'node:path';
import type { Configuration } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from '../http/answer-error';
import { prepareText, sendText } from '../http/prepared-text';
import { BuildError, createFileCache, readBuildText } from '../registry/build-files';
import { embedJson } from './render-page';
import { renderRetryPage } from './render-retry-page';
import type { ShellFiles } from './shell-files';

interface WorkerOptions {
  readonly distDirectory: string;
  readonly readShell: () => Promise<ShellFiles>;
  readonly getConfiguration: (hostname: string) => Promise<Configuration>;
}

/**
 * The headers of a service worker. The policy is that of the worker's own requests, not of the pages that it serves.
 */
const workerHeaders = {
  // Browsers check for a newer worker by themselves, so no cache may keep it.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
};

const scriptType = 'text/javascript; charset=utf-8';

/**
 * Serves the service workers: of Firebase Cloud Messaging, and the one that shows a page without network. That page is in
 * the worker, in the look of the tenant: browsers compare the worker with theirs, so they have both or neither.
 */
export function registerWorkerRoutes(app: FastifyInstance, options: WorkerOptions): void {
  const { distDirectory, getConfiguration, readShell } = options;
  const messagingFile = path.join(distDirectory, 'firebase-messaging-sw.js');
  const readMessaging = createFileCache([messagingFile], async () =>
    prepareText(scriptType, await readBuildText(messagingFile)),
  );
  app.get('/firebase-messaging-sw.js', async (request, reply) => {
    const worker = await readMessaging().catch(() => undefined);
    return worker ? sendText(request, reply.headers(workerHeaders), worker) : sendNotFound(reply);
  });

  const files = ['offline-worker.js', 'retry-page.js'].map((file) => path.join(distDirectory, 'page', file));
  const readScripts = createFileCache(files, () => Promise.all(files.map(readBuildText)));
  app.get('/offline-worker.js', async (request, reply) => {
    try {
      const [[worker = '', script = ''], shell, configuration] = await Promise.all([
        readScripts(),
        readShell(),
        getConfiguration(request.hostname),
      ]);
      const page = embedJson(renderRetryPage('no-network', shell, script, configuration));
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
