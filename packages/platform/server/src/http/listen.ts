import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartupError, systemErrorCode } from '../process/startup-error';

/**
 * Checks that the port is free on every address of the host. `localhost` has two, and browsers may prefer the one that
 * another program uses.
 * @throws StartupError when the port is taken or the host name is unknown
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const addresses = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new StartupError(`The host ${host} cannot be found; set HOST to a name or an address of this machine.`, {
      cause,
    });
  });
  if (port === 0) return;
  for (const { address } of addresses) await openAndClose(address, port);
}

function openAndClose(address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => {
      // A host name may resolve to addresses this machine lacks.
      const refusal = systemErrorCode(error) === 'EADDRNOTAVAIL' ? undefined : toStartupError(error, port);
      if (refusal) reject(refusal);
      else resolve();
    });
    probe.listen({ host: address, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

/** Opens the port and returns the address to visit; throws StartupError when the port is taken. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw toStartupError(error, port) ?? error;
  }
  const address = app.server.address();
  const openPort = typeof address === 'object' && address !== null ? address.port : port;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${openPort}`;
}

function toStartupError(error: unknown, port: number): StartupError | undefined {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is taken; stop what uses it, or choose another by PORT, MODULES_PORT or METRICS_PORT.`,
    );
  }
  if (code === 'EADDRNOTAVAIL') return new StartupError('This machine has no such address; choose another by HOST.');
  return code === 'EACCES' ? new StartupError(`Port ${port} may not be opened; choose another by PORT.`) : undefined;
}
