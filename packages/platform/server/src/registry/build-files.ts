import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ImportMap, importMapSchema } from '@portico/contract';
import * as v from 'valibot';
import { ApiError } from '../http/api-error';
import { parseJsonFile } from '../process/parse-json-file';
import { StartupError } from '../process/startup-error';

/** Two changes within one step of the file system's clock have the same time. */
const clockStepMilliseconds = 50;

/** Caches the value of `read` until one of the files changes. An error is not cached. */
export function createFileCache<Value>(files: readonly string[], read: () => Promise<Value>): () => Promise<Value> {
  let cached: { readonly stamp: string; readonly value: Promise<Value> } | undefined;
  return () => {
    const { isSettled, stamp } = findStamp(files);
    if (cached?.stamp === stamp) return cached.value;
    const value = read();
    const entry = { stamp, value };
    cached = isSettled ? entry : undefined;
    value.catch(() => {
      if (cached === entry) cached = undefined;
    });
    return value;
  };
}

/** Synchronous calls take microseconds; asynchronous ones wait for the threads that hash passwords. */
function findStamp(files: readonly string[]) {
  const stats = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  const changedAt = Math.max(...stats.map((stat) => stat?.ctimeMs ?? 0));
  return {
    stamp: stats.map((stat) => (stat ? `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}` : 'none')).join(),
    isSettled: Date.now() - changedAt > clockStepMilliseconds,
  };
}

/** A file of the shell's build is missing or invalid. `message` names the file and the error. */
export class BuildError extends ApiError {
  constructor(message: string, options: ErrorOptions = {}) {
    super(503, 'build-invalid', { ...options, values: { error: message } });
    this.message = message;
  }
}

/** Browsers ignore a folder whose address is no folder (HTML standard, import maps). */
const buildMapSchema = v.pipe(
  importMapSchema,
  v.check(
    (map) => findWrongFolder(map) === undefined,
    ({ input }) => `"${findWrongFolder(input)}" ends with a slash, so its address has to end with one.`,
  ),
);

function findWrongFolder({ imports, scopes = {} }: ImportMap): string | undefined {
  const entries = [imports, ...Object.values(scopes)].flatMap((addresses) => Object.entries(addresses));
  return entries.find(([name, address]) => name.endsWith('/') && !address.endsWith('/'))?.[0];
}

/** Caches the import map of the build, or of the file in its place. The function throws BuildError. */
export function createBuildImportMap(directory: string, importMapFile?: string): () => Promise<ImportMap> {
  const file = importMapFile ?? path.join(directory, 'import-map.json');
  return createFileCache([file], () => readBuildJson(file, buildMapSchema));
}

/** Checks the import map in place of that of the build, which every page needs; throws StartupError. */
export async function requireImportMap(file: string): Promise<void> {
  await readBuildJson(file, buildMapSchema).catch((cause: unknown) => {
    if (!(cause instanceof BuildError)) throw cause;
    throw new StartupError(`The import map ${file} cannot be used: ${cause.message}`, { cause });
  });
}

/** @throws BuildError */
export async function readBuildText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new BuildError(`${path.basename(file)} cannot be read.`, { cause });
  }
}

/** @throws BuildError */
export async function readBuildJson<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return parseJsonFile(
    await readBuildText(file),
    schema,
    (problem) => new BuildError(`${path.basename(file)}: ${problem}`),
  );
}
