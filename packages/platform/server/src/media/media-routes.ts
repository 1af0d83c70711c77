import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Executor } from '../database/database';
import { answerNotFound } from '../http/answer-error';
import { storedMime } from '../identity/images/convert-picture';
import { tenantLogos } from '../identity/tenant-tables';
import { fontAwesomeFolder, mediaFolder } from '../process/folders';

/**
 * Serves the icons of Font Awesome, the uploaded logos of tenants and the logos of modules. The operator's logos in
 * `<dataFolder>/media` come first.
 */
export async function registerMediaRoutes(app: FastifyInstance, database: Executor, dataFolder: string): Promise<void> {
  await app.register(fastifyStatic, { root: mediaFolder, serve: false });
  app.all('/*', answerNotFound);

  app.get<{ Params: { module: string; file: string } }>('/apps/:module(^[a-z0-9-]+$)/:file', (request, reply) => {
    const logo = findLogo(dataFolder, request.params.module, request.params.file);
    return logo ? reply.sendFile(logo.file, logo.folder, { maxAge: '1d' }) : answerNotFound(request, reply);
  });

  const tenantLogo = '/tenants/:tenant/:hash.webp';
  app.get<{ Params: { tenant: string; hash: string } }>(tenantLogo, async (request, reply) => {
    const { tenant, hash } = request.params;
    const isLogo = and(eq(tenantLogos.tenant, tenant), eq(tenantLogos.hash, hash));
    const [logo] = await database.select({ data: tenantLogos.data }).from(tenantLogos).where(isLogo);
    if (logo === undefined) return answerNotFound(request, reply);
    // Another logo has another address.
    return reply.type(storedMime).header('cache-control', 'public, max-age=31536000, immutable').send(logo.data);
  });

  const icon = '/icons/:type(^solid|regular|brands$)/:name(^[a-z0-9-]+).svg';
  app.get<{ Params: { type: string; name: string } }>(icon, ({ params: { name, type } }, reply) =>
    reply.sendFile(`${name}.svg`, path.join(fontAwesomeFolder, 'svgs', type), { maxAge: '365d' }),
  );
}

/**
 * The files that may serve as a logo of a module, best first, so that browsers need one request. The logos are wide with
 * its name, square, and square for notifications.
 */
const candidates = new Map([
  ['logo.png', ['logo.png', 'logo_mini.png']],
  ['logo_mini.png', ['logo_mini.png', 'logo.png']],
  ['notification.png', ['notification.png', 'logo_mini.png', 'logo.png']],
]);

/** Finds the folder and file of a logo, or of its replacement. The operator's files come before the server's. */
function findLogo(dataFolder: string, module: string, logo: string) {
  for (const candidate of candidates.get(logo) ?? []) {
    const file = path.join('apps', module, candidate);
    const folder = [path.join(dataFolder, 'media'), mediaFolder].find((root) => existsSync(path.join(root, file)));
    if (folder) return { folder, file };
  }
  return undefined;
}

/** Whether a module has a logo or a replacement. */
export function hasLogo(dataFolder: string, module: string): boolean {
  return findLogo(dataFolder, module, 'logo.png') !== undefined;
}
