import path from 'node:path';
import type { Configuration } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerError, toApiError } from '../http/answer-error';
import { readBuildText } from '../registry/build-files';
import { createFileCache } from '../registry/file-cache';
import { pageType } from './page-cache';
import { renderRetryPage } from './render-retry-page';
import type { ShellFiles } from './shell-files';

interface OutageOptions {
  readonly distDirectory: string;
  readonly readShell: () => Promise<ShellFiles>;
  readonly getConfiguration: (hostname: string) => Promise<Configuration>;
}

/** How long a browser without scripts, or a proxy, should wait, in seconds. */
const retryAfter = 5;

/**
 * Creates the error handler of the page host: a person who opens an address while the server cannot answer gets a page
 * that goes on by itself; everybody else gets the error of the API.
 */
export function createOutageAnswer({ distDirectory, getConfiguration, readShell }: OutageOptions) {
  const file = path.join(distDirectory, 'page/retry-page.js');
  const readScript = createFileCache([file], () => readBuildText(file));
  return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const { status } = toApiError(error);
    const { accept = '', 'sec-fetch-dest': destination } = request.headers;
    const isDocument =
      request.method === 'GET' && (destination ?? (accept.includes('text/html') && 'document')) === 'document';
    if (!isDocument || status < 500) return answerError(error, request, reply);
    const [shell, script, configuration] = await Promise.all([
      readShell(),
      readScript(),
      getConfiguration(request.hostname).catch(() => ({ tenants: {} })),
    ]);
    request.log.error({ err: error }, 'A page failed');
    const { html, policy } = renderRetryPage('out-of-service', shell, script, configuration);
    return reply
      .code(status)
      .type(pageType)
      .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy, 'Retry-After': retryAfter })
      .headers({ 'X-Content-Type-Options': 'nosniff' })
      .send(html);
  };
}
