import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** The content of the files of a site, by path. */
export type SiteFiles = ReadonlyMap<string, string | Buffer>;

/** Compressed once, before anything is measured. */
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

/** A static server as fast as one can be: files in memory, compressed, that browsers may cache and share. */
export class StaticSite {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /**
   * @param files those that end in `/index.html` also answer for their folder, as do others for their name without
   * `.html`
   */
  static async start(files: SiteFiles): Promise<StaticSite> {
    const stored = new Map([...files].map(([file, content]) => [getPath(file), storeFile(file, content)]));
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      // The sign-in forms of the floors lead here. There is nobody to refuse.
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

/** Like the page host, the best that the browser accepts. */
function negotiate(accepted: string): 'br' | 'gzip' | 'identity' {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
