import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

export interface CollectedRoute {
  readonly method: string;
  /** With the names of parameters, such as `/api/publishing/modules/:module`. */
  readonly url: string;
}

/**
 * Collects the routes of every server that is created while `start` runs.
 * @param prepare may add routes of its own
 */
export async function collectRoutes<Result>(
  start: () => Promise<Result>,
  prepare: (app: FastifyInstance) => void = () => {},
): Promise<{ readonly result: Result; readonly routes: readonly CollectedRoute[] }> {
  const routes: CollectedRoute[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
    prepare(fastify);
  };
  diagnostics.subscribe('fastify.initialization', listen);
  try {
    return { result: await start(), routes };
  } finally {
    diagnostics.unsubscribe('fastify.initialization', listen);
  }
}
