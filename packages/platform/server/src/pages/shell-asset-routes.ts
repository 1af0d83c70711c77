import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type ContentEncoding, negotiateEncoding } from '../http/compressed-content';
import { createFileCache } from '../registry/file-cache';
import { getContentType } from '../registry/serving/content-type';

/** Several builds: a new one does not evict the files of open pages. */
const maxCachedFiles = 500;

/** The build writes each script compressed as well. */
const extensions: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' };

/** Serves the shell's scripts from memory: sign-ins need the threads that read files. Their names contain their digest. */
export function registerShellAssetRoutes(app: FastifyInstance, folder: string): void {
  const files = new LRUCache<string, () => Promise<Buffer>>({ max: maxCachedFiles });

  async function read(name: string): Promise<Buffer | undefined> {
    const file = path.join(folder, name);
    const readCached = files.get(name) ?? createFileCache([file], () => readFile(file));
    files.set(name, readCached);
    try {
      return await readCached();
    } catch {
      files.delete(name);
      return undefined;
    }
  }

  app.get<{ Params: { name: string } }>('/@portico/:name', async (request, reply) => {
    const { name } = request.params;
    const isName = /^\w[\w.-]*$/.test(name);
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    const compressed = isName && encoding !== undefined ? await read(name + extensions[encoding]) : undefined;
    const content = compressed ?? (isName ? await read(name) : undefined);
    if (content === undefined) return reply.code(404).type('text/plain').send('Not found');
    reply.type(getContentType(name)).headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(compressed && { 'Content-Encoding': encoding }),
    });
    return reply.send(content);
  });
}
