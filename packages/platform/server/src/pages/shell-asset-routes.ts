import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { getContentType } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sendNotFound } from '../http/answer-error';
import { type ContentEncoding, negotiateEncoding } from '../http/negotiation';
import { createFileCache } from '../registry/build-files';
import type { ShellFileStore } from './shell-file-store';

const keepMilliseconds = 12 * 60 * 60_000;

/** Room for several builds, so that a new build does not evict the files of open pages. */
const maxCachedFiles = 500;

/** The build also writes compressed copies of each script. */
const extensions: Readonly<Record<ContentEncoding, string>> = { br: '.br', gzip: '.gz' };

/** Whether a name is that of a script of the shell, which may be in a folder: `console/people.1f.js`. */
function isShellScript(name: string): boolean {
  return /^(?:\w[\w.-]*\/)?\w[\w.-]*$/.test(name);
}

/**
 * Serves the shell's scripts from memory, because file reads wait for the threads that hash passwords. File names
 * contain a digest.
 * @param store has the scripts of other builds
 */
export function registerShellAssetRoutes(app: FastifyInstance, folder: string, store?: ShellFileStore): void {
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

  /** Finds a script of this or another build. Database errors count as not found. */
  async function find(name: string, encoding: ContentEncoding | undefined) {
    const compressed = encoding && (await read(name + extensions[encoding]));
    if (compressed) return { compressed };
    const plain = await read(name);
    if (plain) return { plain };
    const brotli = await store?.find(name).catch(() => undefined);
    if (brotli === undefined) return undefined;
    return encoding === 'br' ? { compressed: brotli } : { plain: await promisify(brotliDecompress)(brotli) };
  }

  const keep = async () =>
    store?.keep(folder).catch((err) => app.log.error({ err }, 'The files of the shell were not stored'));
  app.addHook('onReady', keep);
  const keeping = setInterval(keep, keepMilliseconds).unref();
  app.addHook('onClose', async () => clearInterval(keeping));

  app.get<{ Params: { '*': string } }>('/@portico/*', async (request, reply) => {
    const { '*': name } = request.params;
    const encoding = negotiateEncoding(request.headers['accept-encoding']);
    const file = isShellScript(name) ? await find(name, encoding) : undefined;
    if (file === undefined) return sendNotFound(reply);
    reply.type(getContentType(name)).headers({
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...('compressed' in file && { 'Content-Encoding': encoding }),
    });
    // A page loads many files, and headers are not compressed: remove those that do not describe the file.
    reply.removeHeader('x-request-id');
    reply.raw.removeHeader('connection');
    return reply.send('compressed' in file ? file.compressed : file.plain);
  });
}
