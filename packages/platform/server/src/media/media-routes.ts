import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { answerNotFound } from '../http/answer-error';
import { ApiError } from '../http/api-error';
import { fontAwesomeFolder, mediaFolder } from '../process/folders';

const nameSchema = v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/));
const logoSchema = v.object({
  module: nameSchema,
  file: v.picklist(['logo.png', 'logo_mini.png', 'notification.png']),
});
const iconSchema = v.object({ type: v.picklist(['solid', 'regular', 'brands']), icon: nameSchema });

const day = '1d';
const year = '365d';

/** Serves the icons of Font Awesome and the logos of modules. The operator's logos in `<dataFolder>/media` come first. */
export async function registerMediaRoutes(app: FastifyInstance, dataFolder: string): Promise<void> {
  await app.register(fastifyStatic, { root: mediaFolder, serve: false });
  app.all('/*', answerNotFound);

  app.get('/apps/:module/:file', (request, reply) => {
    const name = v.safeParse(logoSchema, request.params);
    if (!name.success) throw new ApiError(404, 'not-found');
    const logo = findLogo(dataFolder, name.output.module, name.output.file);
    return sendFile(reply, logo?.folder, logo?.file ?? '', day);
  });

  app.get('/icons/:type/:icon.svg', (request, reply) => {
    const name = v.safeParse(iconSchema, request.params);
    if (!name.success) throw new ApiError(404, 'not-found');
    const folder = path.join(fontAwesomeFolder, 'svgs', name.output.type);
    const file = `${name.output.icon}.svg`;
    return sendFile(reply, existsSync(path.join(folder, file)) ? folder : undefined, file, year);
  });
}

function sendFile(reply: FastifyReply, folder: string | undefined, file: string, maxAge: string): FastifyReply {
  if (folder === undefined) throw new ApiError(404, 'not-found');
  return reply.sendFile(file, folder, { maxAge });
}

/** The logos of a module: wide with its name, square, and square for notifications. */
type LogoFile = 'logo.png' | 'logo_mini.png' | 'notification.png';

/** The files that may serve as a logo, best first, so that browsers need one request. */
const candidates: Record<LogoFile, readonly LogoFile[]> = {
  'logo.png': ['logo.png', 'logo_mini.png'],
  'logo_mini.png': ['logo_mini.png', 'logo.png'],
  'notification.png': ['notification.png', 'logo_mini.png', 'logo.png'],
};

/**
 * Finds a logo of a module, or its replacement. The operator's files come before the server's.
 * @returns a folder and the file relative to it
 */
function findLogo(dataFolder: string, module: string, logo: LogoFile) {
  for (const candidate of candidates[logo]) {
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
