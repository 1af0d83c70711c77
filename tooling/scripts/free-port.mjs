import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Finds a port of loopback that is free now, below those that systems give to outgoing connections meanwhile. */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
