import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Each worker has its own range of ports, because a server listens seconds after its port was chosen. */
const portsOfWorker = 1_000;
const firstPort = 20_000 + portsOfWorker * (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 12);
const given = new Set<number>();

/** Finds a free port of loopback, below the range that systems use for outgoing connections. */
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
