import path from 'node:path';
import cors from '@fastify/cors';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { listen } from '../http/listen';
import { examplesFolder } from '../process/folders';

/** Serves the files of `packages/examples/<module>/dist` as `/<module>/…`, from another origin, as teams do. */
export async function startModuleServer(host: string, port: number) {
  const app = fastify({ forceCloseConnections: true });
  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD'] });
  await app.register(fastifyStatic, { root: examplesFolder, serve: false });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-cache');
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send('Not found\n'));
  app.get<{ Params: { module: string; '*': string } }>('/:module/*', ({ params }, reply) => {
    if (!/^[a-z0-9-]+$/.test(params.module)) return reply.callNotFound();
    return reply.sendFile(params['*'], path.join(examplesFolder, params.module, 'dist'), { cacheControl: false });
  });
  return { url: await listen(app, host, port), close: (): Promise<void> => app.close() };
}
