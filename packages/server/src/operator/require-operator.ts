import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { bearerTokenOf } from '../auth/authenticate';
import { ApiError } from '../errors/api-error';

/** @throws ApiError 401 unless the request carries the operator's key as a bearer token */
export function requireOperator(request: FastifyRequest, operatorKey: string): void {
  const given = bearerTokenOf(request);
  if (given === undefined || !isOperatorKey(given, operatorKey)) throw new ApiError(401, 'operator-key-wrong');
}

/** Whether that is the operator's key, in a time that tells nothing of it. */
export function isOperatorKey(given: string, operatorKey: string): boolean {
  // Hashed first: the comparison takes equal lengths.
  return timingSafeEqual(digest(given), digest(operatorKey));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
