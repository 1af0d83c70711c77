import { readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { findStyles, type RequestHandler, serveFolder } from '@portico/check';
import { changesPath } from '@portico/contract';

/**
 * Serves a folder that a build writes. Sends changes as server-sent events, and the entry with `Link` headers of its
 * style sheets: no script loads them, so the developer's page reads the headers.
 * @param declared the style sheets that package.json names
 * @param styleScope the scope of its style sheets
 */
export function serveBuild(
  folder: string,
  entry: string,
  declared: readonly string[] | undefined,
  styleScope?: string,
): RequestHandler {
  const files = serveFolder(folder, styleScope);
  return async (request, response) => {
    const pathname = getPath(request.url);
    if (pathname === changesPath) return sendChanges(folder, request, response);
    if (pathname === `/${entry}`) {
      // The build may be writing the folder, or has not created it yet.
      const found = await findStyles(folder, entry, declared).catch(() => ({ styles: [] }));
      for (const [name, value] of Object.entries(createStyleHeaders(found.styles))) response.setHeader(name, value);
    }
    await files(request, response);
  };
}

/** @param styles by their names below the root of the server */
export function createStyleHeaders(styles: readonly string[]): Record<string, string> {
  const links = styles.map((name) => `<${encodeURI(`/${name}`)}>; rel=stylesheet`);
  return links.length === 0 ? {} : { 'Access-Control-Expose-Headers': 'Link', Link: links.join(', ') };
}

/** Returns the path of a request; `undefined` if it is not valid. */
export function getPath(url = '/'): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}

/** Polling takes a millisecond. A watcher of the folder would end when the build deletes it. */
const pollingPeriod = 150;

/** Sends an event for each change. The query says for how many milliseconds the page has been open. */
async function sendChanges(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const start = Date.now();
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  response.writeHead(200, {
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
    'Content-Type': 'text/event-stream',
  });
  response.flushHeaders();
  let last = await readState(folder);
  // The page has not loaded a change that is younger than itself.
  let sent = start - last.changedAt < Number(searchParams.get('since')) ? undefined : last.files;
  const poll = async () => {
    const state = await readState(folder);
    // A build writes its files one after another, and may empty the folder first.
    const isSettled = state.files === last.files && state.files !== '';
    last = state;
    if (!isSettled || state.files === sent) return;
    sent = state.files;
    response.write('data: changed\n\n');
  };
  const polling = setInterval(poll, pollingPeriod);
  request.on('close', () => clearInterval(polling));
}

/** Reads the names, times and sizes of all files, and the time of the last change. */
async function readState(folder: string): Promise<{ files: string; changedAt: number }> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    const stats = await Promise.all(names.sort().map(async (name) => ({ name, ...(await stat(name)) })));
    return {
      files: stats.map(({ mtimeMs, name, size }) => `${name} ${mtimeMs} ${size}`).join('\n'),
      changedAt: Math.max(...stats.map(({ mtimeMs }) => mtimeMs)),
    };
  } catch {
    // The build has just deleted a file or the folder.
    return { files: '', changedAt: Number.NEGATIVE_INFINITY };
  }
}
