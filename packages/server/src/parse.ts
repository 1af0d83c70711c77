import * as v from 'valibot';
import { ApiError } from './errors/api-error';

/** What the schema makes of data from outside. @throws ApiError 400 when it does not fit */
export function parse<Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data);
  if (!result.success) throw new ApiError(400, 'invalid-request');
  return result.output;
}
