import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ErrorCode } from '../i18n/i18n';
import { ApiError } from './api-error';

/** Error codes by the messages of the contract's schemas. */
const codeOfIssue: Readonly<Record<string, ErrorCode>> = {
  'too-short': 'password-too-short',
  'too-long': 'password-too-long',
  'too-common': 'password-too-common',
  'same-as-email': 'password-same-as-email',
  'code-malformed': 'code-invalid',
  'name-missing': 'name-missing',
  'name-too-long': 'name-too-long',
  'phone-malformed': 'phone-malformed',
  'icon-malformed': 'icon-malformed',
  'redirect-malformed': 'redirect-malformed',
};

/** Parses untrusted data; throws ApiError 400 when it does not match the schema. */
export function parse<Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  throw new ApiError(400, codeOfIssue[issue.message] ?? 'invalid-request', {
    values: { field: field === null ? '' : `: ${field}` },
  });
}

const byIdSchema = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** Parses the id in the address of a request; throws ApiError 404 with this code when it is not valid. */
export function parseId({ params }: FastifyRequest, code: ErrorCode): string {
  if (!v.is(byIdSchema, params)) throw new ApiError(404, code);
  return params.id;
}
