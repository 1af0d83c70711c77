import {
  cutText,
  getImportName,
  getPublishedName,
  type ImportMap,
  isPackageImport,
  isPackageName,
  modulePrefix,
  ownNames,
  type PolicyNeeds,
  policyNeedsSchema,
  withoutByteOrderMark,
} from '@portico/contract';
import { publishedNameSchema } from '@portico/contract/publishing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { valid } from 'semver';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';

const urlSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));
const integritySchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000));

/** Clients may send the whole map to change a few entries. */
const importsMax = 1000;

const serviceSchema = v.object({
  service: v.string(),
  url: urlSchema,
  integrity: v.optional(integritySchema),
  policy: v.optional(policyNeedsSchema, {}),
});
const importMapSchema = v.object({
  imports: v.optional(v.pipe(v.unknown(), ownNames, v.record(v.string(), urlSchema), v.maxEntries(importsMax))),
  integrity: v.optional(v.record(v.string(), integritySchema), {}),
  scopes: v.optional(v.record(v.string(), v.unknown()), {}),
  policy: v.optional(v.record(v.string(), policyNeedsSchema), {}),
});

/** An entry that the caller adds to the import map. */
export interface RequestedEntry {
  readonly name: string;
  readonly address: string;
  /** The integrity that the caller declares. */
  readonly integrity: string | undefined;
  /** The needs from the content policy. import-map-deployer does not have this field. */
  readonly policy: PolicyNeeds;
}

/** Accepts JSON of any content type, because `curl --data` declares a form. Others are refused by the routes. */
export function acceptDeployerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => {
    try {
      return JSON.parse(withoutByteOrderMark(text));
    } catch {
      return undefined;
    }
  });
}

/** Parses the body of `PATCH /services`; throws ApiError 400. */
export function parseServiceEntry(body: unknown): RequestedEntry {
  const { integrity, policy, service, url } = read(serviceSchema, body, '"service", "url"');
  return { name: service, address: url, integrity, policy };
}

/**
 * Parses the body of `PATCH /import-map.json`, which may repeat entries of the current map.
 * @throws ApiError 400 also for scopes, and for integrity or needs of a name that `imports` lacks
 */
export function parseImportEntries(body: unknown, current: ImportMap): RequestedEntry[] {
  const { imports, integrity, policy, scopes } = read(importMapSchema, body, '"imports"');
  if (Object.keys(scopes).length > 0) throw new ApiError(400, 'scopes-unsupported');
  if (imports === undefined) throw bodyError('"imports"');
  const foreign = Object.keys(policy).find((name) => !Object.hasOwn(imports, name));
  if (foreign !== undefined) throw new ApiError(400, 'policy-unused', { values: { name: cutText(foreign, 200) } });
  const addresses = new Set(Object.values(imports));
  const unused = Object.entries(integrity)
    .filter(([address, hash]) => current.integrity[address] !== hash)
    .map(([address]) => address)
    .find((address) => !addresses.has(address));
  if (unused !== undefined) throw new ApiError(400, 'integrity-unused', { values: { address: unused } });
  return Object.entries(imports).map(([name, address]) => ({
    name,
    address,
    integrity: integrity[address],
    policy: policy[name] ?? {},
  }));
}

function read<Schema extends v.GenericSchema>(schema: Schema, body: unknown, fields: string): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  if (issue.path?.[0].key !== 'policy') throw bodyError(fields);
  const error = `${v.getDotPath(issue)}: ${issue.message}`;
  throw new ApiError(400, 'policy-invalid', { values: { error: cutText(error, 200) } });
}

function bodyError(fields: string): ApiError {
  return new ApiError(400, 'deployer-body', { values: { fields } });
}

/** Whether a name maps a folder, as import-map-deployer adds one for each module. */
export function isFolderName({ name }: Pick<RequestedEntry, 'name'>): boolean {
  return name.endsWith('/');
}

export function createFolderError(name: string): ApiError {
  return new ApiError(400, 'folder-unsupported', { values: { name: cutText(name, 200) } });
}

/**
 * Parses the name of a module, such as `@module/smsa`, or of a live package. Returns its published name.
 * @param isLive an unknown package is refused: it may be a module whose prefix was forgotten
 * @throws ApiError 403 for any other name, 400 for a malformed key or the name of a folder
 */
export function parseServiceName(name: string, isLive: (published: string) => boolean): string {
  const published = getPublishedName(name);
  if (!name.startsWith(modulePrefix) && !(isPackageImport(name) && isLive(published))) {
    throw new ApiError(403, 'name-not-module', { values: { name: cutText(name, 200) } });
  }
  if (isFolderName({ name })) throw createFolderError(name);
  if (!v.is(publishedNameSchema, published)) throw new ApiError(400, 'module-key-malformed');
  return published;
}

/**
 * Finds the version of a package in its address, in a folder or a file name; the names of modules need none.
 * @throws ApiError 400 without a semantic version
 */
export function findPackageVersion(module: string, address: string): string | undefined {
  if (!isPackageName(module)) return undefined;
  const { pathname } = new URL(address);
  const [, version] = /.*[/@-]v?(\d+\.\d+\.\d+(?:-[\w-]+(?:\.[\w-]+)*?)?)(?:\/|(?:\.min)?\.m?js$)/.exec(pathname) ?? [];
  if (version !== undefined && valid(version) === version) return version;
  throw new ApiError(400, 'package-version-missing', { values: { name: getImportName(module), address } });
}
