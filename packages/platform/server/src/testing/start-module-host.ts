import { createHash } from 'node:crypto';
import { startHttpServer } from './start-http-server';

/** The response of a team's host. */
interface HostedFile {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly content?: string;
  /** The response waits for it. */
  readonly until?: Promise<unknown>;
}

/** Starts the host of a team's own files: scripts for all origins by default. */
export async function startModuleHost() {
  /** The responses by path; others are 404. */
  const files = new Map<string, HostedFile>();
  /** The requested paths in order. */
  const asked: string[] = [];
  let underWay = 0;
  let busiest = 0;
  const { origin, stop } = await startHttpServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    busiest = Math.max(busiest, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    const { status = 200, headers, content = '', until }: HostedFile = files.get(path) ?? { status: 404 };
    await until;
    const usual = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
    response.writeHead(status, { ...usual, ...headers }).end(content);
  });
  return {
    origin,
    files,
    /** Hosts a script, by default at an address of its own, and returns the address. */
    addScript(content: string, name = createHash('sha256').update(content).digest('hex').slice(0, 8)): string {
      files.set(`/${name}.js`, { content });
      return `${origin}/${name}.js`;
    },
    asked,
    /** The largest number of concurrent responses. */
    busiest: () => busiest,
    stop,
  };
}
