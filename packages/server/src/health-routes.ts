import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors/api-error';
import type { Services } from './services';

/** For load balancers and container platforms. While the server closes, Fastify itself answers 503. */
export function registerHealthRoutes(app: FastifyInstance, { database, realtime }: Services): void {
  const ok = { status: 'ok' };
  app.get('/health', async () => ok);
  app.get('/health/live', async () => ok);
  app.get('/health/ready', async (request) => {
    try {
      await database.execute(sql`select 1`);
    } catch (error) {
      request.log.error({ err: error }, 'The database does not answer');
      throw new ApiError(503, 'not-ready', { cause: error });
    }
    if (!realtime.isReady()) throw new ApiError(503, 'not-ready');
    return ok;
  });
}
