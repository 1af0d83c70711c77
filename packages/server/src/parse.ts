import * as v from 'valibot';
import { ApiError } from './errors/api-error';
import type { ErrorCode } from './errors/messages-pt';

/** What is wrong with a field, as the schemas of contract name it, and the caller may be told. */
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

/** What the schema makes of data from outside. @throws ApiError 400 when it does not fit */
export function parse<Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data);
  if (!result.success) throw new ApiError(400, codeOfIssue[result.issues[0].message] ?? 'invalid-request');
  return result.output;
}
