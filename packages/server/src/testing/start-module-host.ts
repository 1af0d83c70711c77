import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a team's host answers at an address. */
export interface HostedFile {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly content?: string;
}

/** A host where a team keeps its files by itself: scripts for all origins, unless told otherwise. */
export interface ModuleHost {
  readonly origin: string;
  /** By path; what is not here answers 404. */
  readonly files: Map<string, HostedFile>;
  /** The paths that were asked for, in their order. */
  readonly asked: string[];
  /** How many answers were under way at most. */
  readonly busiest: () => number;
  stop(): Promise<void>;
}

export async function startModuleHost(): Promise<ModuleHost> {
  const files: ModuleHost['files'] = new Map();
  const asked: string[] = [];
  let underWay = 0;
  let busiest = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    busiest = Math.max(busiest, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    const { status = 200, headers, content = '' } = files.get(path) ?? { status: 404 };
    const usual = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
    response.writeHead(status, { ...usual, ...headers }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    files,
    asked,
    busiest: () => busiest,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
