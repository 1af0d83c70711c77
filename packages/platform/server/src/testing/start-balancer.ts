import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const probeMilliseconds = 100;

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/**
 * A load balancer: each call goes to the next server that is ready, over connections that it keeps. It repeats no call:
 * one that a server breaks off ends with 502.
 */
export async function startBalancer(servers: readonly string[]) {
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  const probe = async (server: string) => {
    const signal = AbortSignal.timeout(30_000);
    const isReady = await fetch(`${server}/health/ready`, { signal, headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(server);
    else ready.delete(server);
  };
  let turn = 0;
  const balancer = createServer((incoming, answer) => {
    const candidates = [...ready];
    const server = candidates[turn++ % candidates.length];
    if (server === undefined) answer.writeHead(503).end();
    else forward(incoming, answer, server, agent);
  });
  // On a busy machine a caller may pause longer than the five seconds of Node.
  balancer.keepAliveTimeout = 60_000;
  await once(balancer.listen(0, '127.0.0.1'), 'listening');
  await Promise.all(servers.map(probe));
  const probes = setInterval(() => void Promise.all(servers.map(probe)), probeMilliseconds);
  const { port } = balancer.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Whether it answers `/health/ready` with 200. */
    isReady: (server: string) => ready.has(server),
    stop: async () => {
      clearInterval(probes);
      agent.destroy();
      balancer.close();
      balancer.closeAllConnections();
      await once(balancer, 'close');
    },
  };
}

function forward(incoming: IncomingMessage, answer: ServerResponse, server: string, agent: Agent): void {
  const { headers, method = 'GET', url = '/' } = incoming;
  const call = request(server + url, { method, headers, agent });
  call.once('response', (response) => {
    const { connection: _ownOfThisHop, ...passedOn } = response.headers;
    answer.writeHead(response.statusCode ?? 502, passedOn);
    response.pipe(answer);
    response.once('aborted', () => answer.destroy());
  });
  call.once('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  incoming.pipe(call);
}
