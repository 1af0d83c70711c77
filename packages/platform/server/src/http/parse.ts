import { moduleVersionSchema, tenantKeySchema } from '@portico/contract';
import { publishedNameSchema } from '@portico/contract/publishing';
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
  'name-malformed': 'name-malformed',
  'name-missing': 'name-missing',
  'name-too-long': 'name-too-long',
  'phone-malformed': 'phone-malformed',
  'icon-malformed': 'icon-malformed',
  'redirect-malformed': 'redirect-malformed',
  'plan-malformed': 'plan-malformed',
  'plan-too-long': 'plan-too-long',
  'plan-falling': 'plan-falling',
  'plan-without-time': 'plan-without-time',
};

/** Parses untrusted data; throws ApiError 400 when it does not match the schema. */
export function parse<Schema extends v.GenericSchema>(schema: Schema, data: unknown): v.InferOutput<Schema> {
  // A list of wrong items would cost half a second for all issues.
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) {
    requireStorableTexts(result.output);
    return result.output;
  }
  const [issue] = result.issues;
  const code =
    issue.type === 'strict_object' && issue.expected === 'never' ? 'field-unknown' : codeOfIssue[issue.message];
  throw createFieldError(v.getDotPath(issue) ?? '', code);
}

/** PostgreSQL stores neither NUL nor, in `jsonb`, halves of surrogate pairs. */
const unstorable = /[\0\p{Cs}]/u;

/** Whether the database can store a text. */
export const isStorable = (text: string) => !unstorable.test(text);

/** Throws ApiError 400 with the field if a text cannot be stored. */
function requireStorableTexts(data: unknown, field = ''): void {
  if (typeof data === 'string' && !isStorable(data)) throw createFieldError(field);
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    requireStorableTexts(key, field);
    requireStorableTexts(value, field === '' ? key : `${field}.${key}`);
  }
}

function createFieldError(field: string, code: ErrorCode = 'invalid-request'): ApiError {
  return new ApiError(400, code, { values: { field: field === '' ? '' : `: ${field}` } });
}

/** The parameter of an address with the key of a tenant. */
export const byTenantSchema = v.object({ tenant: tenantKeySchema });

/** The parameters of an address with the key of a module or the name of a package, and with a version of it. */
export const byModuleSchema = v.object({ module: publishedNameSchema });
export const byVersionSchema = v.object({ ...byModuleSchema.entries, version: moduleVersionSchema });

export const uuidSchema = v.pipe(v.string(), v.uuid());

/** The parameters of an address with an id, which `parseId` reads. */
export const byIdSchema = v.object({ id: v.string() });
const idSchema = v.object({ id: uuidSchema });

/** Parses the id in the address of a request; throws ApiError 404 with this code when it is not valid. */
export function parseId({ params }: Pick<FastifyRequest, 'params'>, code: ErrorCode): string {
  if (!v.is(idSchema, params)) throw new ApiError(404, code);
  return params.id;
}
