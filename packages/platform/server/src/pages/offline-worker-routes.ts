import path from 'node:path';
import type { Configuration } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { prepareText, sendText } from '../http/prepared-text';
import { BuildError, createFileCache, readBuildText } from '../registry/build-files';
import { embedJson } from './render-page';
import { renderRetryPage } from './render-retry-page';
import { sendNotFound } from './send-not-found';
import type { ShellFiles } from './shell-files';
import { workerHeaders } from './worker-headers';

interface OfflineWorkerOptions {
  readonly distDirectory: string;
  readonly readShell: () => Promise<ShellFiles>;
  readonly getConfiguration: (hostname: string) => Promise<Configuration>;
}

/**
 * Serves the service worker that shows a page without network. The page stands in the worker, in the look of the
 * tenant: browsers compare the worker with theirs by themselves, so they have both or neither.
 */
export function registerOfflineWorkerRoute(app: FastifyInstance, options: OfflineWorkerOptions): void {
  const { distDirectory, getConfiguration, readShell } = options;
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
      return sendText(request, reply, prepareText('text/javascript; charset=utf-8', text));
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      request.log.error(error);
      return sendNotFound(reply);
    }
  });
}
