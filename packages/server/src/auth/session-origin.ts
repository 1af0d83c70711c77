import type { FastifyRequest } from 'fastify';

/** Where a session is used from. */
export interface SessionOrigin {
  readonly ip: string;
  readonly userAgent: string;
}

export function sessionOriginOf(request: FastifyRequest): SessionOrigin {
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 400) ?? '' };
}
