import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The content of the files of a site, by path. */
export type SiteFiles = ReadonlyMap<string, string | Buffer>;

/** Compresses each file once, before the measurements. */
interface StoredFile {
  readonly type: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The fastest static server: compressed files in memory, which browsers may cache. */
export class StaticSite {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /**
   * @param files `/index.html` is also served for its folder, and `name.html` for `name`
   */
  static async start(files: SiteFiles): Promise<StaticSite> {
    const stored = new Map([...files].map(([file, content]) => [getPath(file), storeFile(file, content)]));
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      // The sign-in forms of the floors post here, and always succeed.
      if (request.method === 'POST') return response.writeHead(303, { location: '/one/' }).end();
      const file = stored.get(pathname);
      if (!file) return response.writeHead(404).end();
      const encoding = negotiate(request.headers['accept-encoding'] ?? '');
      response.writeHead(200, {
        'content-type': file.type,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-length': file[encoding].length,
        vary: 'accept-encoding',
        'cache-control': 'max-age=3600',
        'access-control-allow-origin': '*',
      });
      return response.end(file[encoding]);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const { port } = server.address() as AddressInfo;
    return new StaticSite(server, `http://localhost:${port}`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function getPath(file: string): string {
  return file.replace(/(?<=\/)index\.html$|\.html$/, '');
}

function storeFile(file: string, text: string | Buffer): StoredFile {
  const identity = Buffer.from(text);
  return {
    type: types[path.extname(file)] ?? 'application/octet-stream',
    identity,
    gzip: gzipSync(identity, { level: 9 }),
    br: brotliCompressSync(identity),
  };
}

/** Returns the best encoding that the browser accepts, as the page host does. */
function negotiate(accepted: string): 'br' | 'gzip' | 'identity' {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
