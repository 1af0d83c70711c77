import type { FastifyInstance } from 'fastify';
import { entityTagOf, isNamedBy } from '../images/entity-tag';
import { type ImportMapFor, importMapOf } from './requested-import-map';

/** Serves the import map of who asks; every open tab does each minute: as long as it stays the same, by 304. */
export function registerImportMapRoutes(app: FastifyInstance, importMapFor: ImportMapFor): void {
  app.get('/import-map.json', async (request, reply) => {
    const { importMap } = await importMapOf(request, importMapFor);
    const text = JSON.stringify(importMap);
    const entityTag = entityTagOf([text]);
    reply.headers({
      'Cache-Control': 'no-cache, must-revalidate',
      Vary: 'Cookie',
      ETag: entityTag,
      'X-Content-Type-Options': 'nosniff',
    });
    if (isNamedBy(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
