import { configurationSchema } from '@portico/contract';
import fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { registerPageHost } from '../pages/page-host';

type PageHostOptions = Parameters<typeof registerPageHost>[1];

const importMap = { imports: {}, integrity: {}, rollouts: {}, entries: {} };

/**
 * Serves pages without the rest of a server: without users and modules, with the default configuration.
 * @param options what differs from that
 */
export async function startPageHost(
  options: Pick<PageHostOptions, 'distDirectory'> & Partial<PageHostOptions>,
): Promise<FastifyInstance> {
  const app = fastify();
  await app.register((scope) =>
    registerPageHost(scope, {
      findPreviews: async () => ({ active: [], ended: [], isInvalid: false, tokens: [] }),
      getConfiguration: async () => v.parse(configurationSchema, {}),
      importMapFor: async () => ({ importMap, preloads: {}, dependsOnUser: false }),
      findSession: async () => undefined,
      signIn: async () => {},
      ...options,
    }),
  );
  return app;
}
