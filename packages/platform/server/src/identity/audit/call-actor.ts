import type { FastifyRequest } from 'fastify';
import type { Actor } from './audit-entry';

const actors = new WeakMap<FastifyRequest, Actor>();

/** Remembers who makes a call of the operator's scope, for its audit records. */
export function setActor(request: FastifyRequest, actor: Actor): void {
  actors.set(request, actor);
}

/** Returns who makes a call of the operator's scope: the holder of the operator's key, or a person. */
export function getActor(request: FastifyRequest): Actor {
  return actors.get(request) ?? { kind: 'operator' };
}
