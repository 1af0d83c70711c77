import { randomInt } from 'node:crypto';
import { requireFreePort } from '../http/listen';

/**
 * Finds a port of loopback that is free now, below those that systems give to outgoing connections meanwhile, and below
 * those that the browser tests choose from.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 20_000);
    const isFree = await requireFreePort('127.0.0.1', port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
}
