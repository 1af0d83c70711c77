import type { FastifyRequest } from 'fastify';
import type { Actor } from './audit-entry';

const actors = new WeakMap<FastifyRequest, Actor>();

/** Stores who makes a call, for its audit records. */
export function setActor(request: FastifyRequest, actor: Actor): void {
  actors.set(request, actor);
}

/** Returns who makes a call: a visitor until the call is authenticated. */
export function getActor(request: FastifyRequest): Actor {
  return actors.get(request) ?? { kind: 'visitor' };
}
