import { once } from 'node:events';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { getContentType } from '@portico/contract';
import { CheckError } from '../build/messages';
import { scopeFile } from '../build/scope-file';

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The origins of the servers of this process. */
const ownOrigins = new Set<string>();

/**
 * Starts a server on loopback, so that other machines cannot reach it.
 * @param port by default any free one
 * @param certificate turns on HTTPS
 * @throws CheckError when the port is in use
 */
export async function startLocalServer(answer: RequestHandler, port = 0, certificate?: Certificate) {
  const listener: RequestListener = (request, response) => {
    // A running build may delete a file while it is read.
    answer(request, response).catch(() => response.writeHead(500).end());
  };
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  server.listen(port, 'localhost');
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const isTaken = cause.code === 'EADDRINUSE';
    throw isTaken ? new CheckError(`Port ${port} is in use: choose another with --port.`, { cause }) : cause;
  });
  const address = server.address();
  const { port: actual } = typeof address === 'object' && address ? address : { port };
  const origin = `${certificate ? 'https' : 'http'}://localhost:${actual}`;
  ownOrigins.add(origin);
  return {
    /** For example `http://localhost:9200`. */
    origin,
    async close(): Promise<void> {
      ownOrigins.delete(origin);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Starts a proxy for a browser, which reaches only the servers of this process through it. The proxy sends no bodies and
 * opens no tunnels, so there are no websockets and no HTTPS.
 */
export function startOwnServersProxy() {
  return startLocalServer(async (asked, response) => {
    const url = URL.parse(asked.url ?? '');
    if (url === null || !ownOrigins.has(url.origin)) return void response.writeHead(403).end();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method: asked.method }, resolve).on('error', reject).end();
    });
    const content = Buffer.concat(await answer.toArray());
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(content);
  });
}

/**
 * Serves the files of a folder to pages of any origin, uncached, and no file outside the folder.
 * @param styleScope the scope of its style sheets
 */
export function serveFolder(folder: string, styleScope?: string): RequestHandler {
  return async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    const file = await findFile(folder, request.url ?? '/');
    if (file === undefined) return void response.writeHead(404).end();
    response.setHeader('Content-Type', getContentType(file));
    response.end(scopeFile(file, await readFile(file), styleScope));
  };
}

/** Finds a file by its path; only regular files inside the folder, after resolving links. */
async function findFile(folder: string, address: string): Promise<string | undefined> {
  try {
    const { pathname } = new URL(address, 'http://localhost');
    const file = await realpath(path.join(folder, decodeURIComponent(pathname)));
    const isInside = file.startsWith((await realpath(folder)) + path.sep);
    return isInside && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
