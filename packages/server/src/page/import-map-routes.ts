import type { FastifyInstance } from 'fastify';
import { entityTagOf, isNamedBy } from '../images/entity-tag';
import { readImportMap } from './shell-files';

/** Serves the import map in force, which every open tab asks for each minute: as long as it stays the same, by 304. */
export function registerImportMapRoutes(app: FastifyInstance, distDirectory: string, importMapFile?: string): void {
  app.get('/import-map.json', async (request, reply) => {
    const text = JSON.stringify(await readImportMap(distDirectory, importMapFile));
    const entityTag = entityTagOf([text]);
    reply.headers({ 'Cache-Control': 'no-cache', ETag: entityTag, 'X-Content-Type-Options': 'nosniff' });
    if (isNamedBy(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
