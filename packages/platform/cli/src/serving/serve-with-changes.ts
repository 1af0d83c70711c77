import { readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { type RequestHandler, serveFolder } from '@portico/check';
import { changesPath } from '@portico/contract';

/** Serves a folder that a build writes, and tells pages when it has changed, as server-sent events. */
export function serveWithChanges(folder: string): RequestHandler {
  const files = serveFolder(folder);
  return async (request, response) => {
    const [pathname, query] = (request.url ?? '').split('?');
    if (pathname !== changesPath) return files(request, response);
    await tellChanges(folder, Number(new URLSearchParams(query).get('since')), request, response);
  };
}

// A look takes a millisecond. Watching a folder ends when the build deletes it.
const lookMilliseconds = 150;

/**
 * Sends an event for each change.
 * @param since how long the page has been open, in milliseconds: an earlier change is in it
 */
async function tellChanges(folder: string, since: number, request: IncomingMessage, response: ServerResponse) {
  const start = Date.now();
  response.writeHead(200, {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
    'Content-Type': 'text/event-stream',
  });
  response.flushHeaders();
  let last = await readState(folder);
  let told = start - last.changedAt < since ? undefined : last.files;
  const look = async () => {
    const state = await readState(folder);
    // A build writes its files one after another, and may empty the folder first.
    const isSettled = state.files === last.files && state.files !== '';
    last = state;
    if (!isSettled || state.files === told) return;
    told = state.files;
    response.write('data: changed\n\n');
  };
  const looking = setInterval(look, lookMilliseconds);
  request.on('close', () => clearInterval(looking));
}

/** The names, times and sizes of all files, and when one of them changed last. */
async function readState(folder: string): Promise<{ files: string; changedAt: number }> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    const files = await Promise.all(
      names.sort().map(async (name) => {
        const { mtimeMs, size } = await stat(name);
        return { mtimeMs, line: `${name} ${mtimeMs} ${size}` };
      }),
    );
    return {
      files: files.map(({ line }) => line).join('\n'),
      changedAt: Math.max(...files.map(({ mtimeMs }) => mtimeMs)),
    };
  } catch {
    // A file or the folder is gone at this moment.
    return { files: '', changedAt: Number.NEGATIVE_INFINITY };
  }
}
