import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Each worker has ports of its own, because a server listens seconds after its port was chosen. */
const portsOfWorker = 1_000;
const firstPort = 20_000 + portsOfWorker * (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 12);
const given = new Set<number>();

/** Finds a port of loopback that is free now, below those that systems give to outgoing connections meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + randomInt(portsOfWorker);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, 'localhost', () => server.close(() => resolve(true)));
  });
}
