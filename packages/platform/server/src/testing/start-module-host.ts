import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response of a team's host. */
interface HostedFile {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly content?: string;
}

/** The host of a team's own files: scripts for all origins by default. */
export interface ModuleHost {
  readonly origin: string;
  /** The responses by path; others are 404. */
  readonly files: Map<string, HostedFile>;
  /** The requested paths in order. */
  readonly asked: string[];
  /** The largest number of concurrent responses. */
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
