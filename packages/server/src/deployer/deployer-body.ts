import type { ImportMap } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ApiError } from '../errors/api-error';

const urlSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));
const integritySchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

/** Of one call: a whole map, of which little is new. */
const importsMax = 1000;

const serviceSchema = v.object({ service: v.string(), url: urlSchema, integrity: v.optional(integritySchema) });
const importMapSchema = v.object({
  imports: v.optional(v.pipe(v.record(v.string(), urlSchema), v.maxEntries(importsMax))),
  integrity: v.optional(v.record(v.string(), integritySchema), {}),
  scopes: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** An entry that is to be in the import map. */
export interface WantedEntry {
  readonly name: string;
  readonly address: string;
  /** What the caller says of the content. */
  readonly integrity: string | undefined;
}

/**
 * Takes JSON whatever type it is sent as: `curl --data` says that it is a form.
 * @throws ApiError 400 for what is not JSON, when the body is read
 */
export function acceptDeployerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  });
}

/** Of `PATCH /services`. @throws ApiError 400 */
export function wantedService(body: unknown): WantedEntry {
  const { integrity, service, url } = read(serviceSchema, body, '"service", "url"');
  return { name: service, address: url, integrity };
}

/**
 * Of `PATCH /import-map.json`, which may repeat what is in force.
 * @throws ApiError 400, also for scopes, and for hashes of addresses that it does not add
 */
export function wantedImports(body: unknown, current: ImportMap): WantedEntry[] {
  const { imports, integrity, scopes } = read(importMapSchema, body, '"imports"');
  if (Object.keys(scopes).length > 0) throw new ApiError(400, 'scopes-unsupported');
  if (imports === undefined) throw bodyError('"imports"');
  const addresses = new Set(Object.values(imports));
  const unused = Object.entries(integrity)
    .filter(([address, hash]) => current.integrity[address] !== hash)
    .map(([address]) => address)
    .find((address) => !addresses.has(address));
  if (unused !== undefined) throw new ApiError(400, 'integrity-unused', { values: { address: unused } });
  return Object.entries(imports).map(([name, address]) => ({ name, address, integrity: integrity[address] }));
}

function read<Schema extends v.GenericSchema>(schema: Schema, body: unknown, fields: string): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body);
  if (!result.success) throw bodyError(fields);
  return result.output;
}

function bodyError(fields: string): ApiError {
  return new ApiError(400, 'deployer-body', { values: { fields } });
}
