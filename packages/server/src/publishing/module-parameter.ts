import { moduleKeySchema } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../errors/api-error';

const parametersSchema = v.object({ module: moduleKeySchema });

/** The module that the address of a call names. @throws ApiError 400 for a key that no module may have */
export function moduleOf({ params }: FastifyRequest): string {
  const result = v.safeParse(parametersSchema, params);
  if (!result.success) throw new ApiError(400, 'module-key-malformed');
  return result.output.module;
}
