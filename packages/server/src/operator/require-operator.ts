import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../auth/authenticate';
import { ApiError } from '../errors/api-error';

/** @throws ApiError 401 unless the request carries the operator's key as a bearer token */
export function requireOperator(request: FastifyRequest, operatorKey: string): void {
  const given = bearerTokenOf(request);
  // Hashed first: the comparison takes equal lengths, and its time then tells nothing of the key.
  if (given === undefined || !timingSafeEqual(digest(given), digest(operatorKey))) {
    throw new ApiError(401, 'operator-key-wrong');
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
