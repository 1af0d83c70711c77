import fastify from 'fastify';
import { listen } from '../http/listen';
import { withoutSchemas } from '../http/without-schemas';
import type { Metrics } from './create-metrics';

/**
 * Serves `/metrics` on a port of its own, which only the monitoring reaches. Resolves with the address, and how to
 * stop.
 */
export async function serveMetrics(
  { contentType, read }: Metrics,
  host: string,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true, schemaController: withoutSchemas });
  app.get('/metrics', async (_request, reply) => reply.type(contentType).send(await read()));
  const url = await listen(app, host, port);
  return { url: `${url}/metrics`, close: (): Promise<void> => app.close() };
}
