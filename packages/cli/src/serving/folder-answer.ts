import { readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

/** Answers a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Answers with the files of a folder as they are now, to pages of any origin, and with nothing else of the machine. */
export function folderAnswer(folder: string): Answer {
  return async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    const file = await fileAt(folder, request.url ?? '/');
    if (file === undefined) return void response.writeHead(404).end();
    response.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
    response.end(await readFile(file));
  };
}

/** The file at an address, if it is one and, links followed, lies in the folder. */
async function fileAt(folder: string, address: string): Promise<string | undefined> {
  try {
    const { pathname } = new URL(address, 'http://localhost');
    const file = await realpath(path.join(folder, decodeURIComponent(pathname)));
    const isInside = file.startsWith((await realpath(folder)) + path.sep);
    return isInside && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
