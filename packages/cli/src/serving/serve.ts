import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { CommandError } from '../command-error';
import type { Answer } from './folder-answer';

export interface ServeOptions {
  /** Any free one by default. */
  readonly port?: number;
  /** For HTTPS, as PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export interface RunningServer {
  /** Such as `http://localhost:9200`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves on loopback, so that nobody else on the network gets an answer. @throws CommandError when the port is taken */
export async function serve(answer: Answer, { port = 0, certificate }: ServeOptions = {}): Promise<RunningServer> {
  const listener: RequestListener = (request, response) => {
    // A file that vanished while it was read, since a build is writing it anew.
    answer(request, response).catch(() => response.writeHead(500).end());
  };
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await listen(server, port);
  const address = server.address();
  const { port: actual } = typeof address === 'object' && address ? address : { port };
  return {
    origin: `${certificate ? 'https' : 'http'}://localhost:${actual}`,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE';
      reject(isTaken ? new CommandError(`Port ${port} is taken: name another by --port.`, { cause }) : cause);
    });
    server.listen(port, 'localhost', resolve);
  });
}
