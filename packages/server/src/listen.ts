import type { FastifyInstance } from 'fastify';
import { StartupError } from './startup-error';
import { systemErrorCode } from './system-error';

/** Opens the port and gives the address to visit. @throws StartupError when the port is taken */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EADDRINUSE') {
      throw new StartupError(`Port ${port} is taken; stop what uses it, or choose another by PORT or MODULES_PORT.`);
    }
    if (code === 'EACCES') throw new StartupError(`Port ${port} may not be opened; choose another by PORT.`);
    throw error;
  }
  const address = app.server.address();
  const openPort = typeof address === 'object' && address !== null ? address.port : port;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${openPort}`;
}
