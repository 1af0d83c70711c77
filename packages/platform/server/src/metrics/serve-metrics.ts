import { createServer } from 'node:http';
import type { Metrics } from './create-metrics';

/** Serves `/metrics` on a port of its own, which only the monitoring reaches. Resolves with the address, and how to stop. */
export async function serveMetrics(
  { contentType, read }: Metrics,
  host: string,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isAsked = (request.method === 'GET' || request.method === 'HEAD') && request.url === '/metrics';
    if (!isAsked) {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const openPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${openPort}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
