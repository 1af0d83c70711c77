import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltModule } from '@portico/check';
import { isPackageName } from '@portico/contract';
import {
  consumerListSchema,
  moduleFileMaxBytes,
  type SharedAddresses,
  sharedAddressesSchema,
  typesFileName,
} from '@portico/contract/publishing';
import { getModulePath, type ServerApi } from '../server/server-api';
import { CommandError } from '../terminal/arguments';
import { resolveAddress } from '../terminal/format';
import { compareTypes, findCompiler } from './compare-types';

/**
 * Adds what only the portal knows of a module: the addresses of what it imports, and the importers that its types break.
 * @param version of a package; importers whose range excludes it do not get it
 * @throws CommandError when the portal does not answer, or no live version is in a range that the module declares
 */
export async function askPortal(api: ServerApi, module: BuiltModule, version?: string): Promise<BuiltModule> {
  const packages = await findPackages(api, module);
  return { ...module, packages, typeBreaks: await findTypeBreaks(api, module, version) };
}

/** Finds the absolute addresses of the packages and modules that a module imports by name. */
export async function findPackages(
  api: ServerApi,
  { shared }: Pick<BuiltModule, 'shared'>,
): Promise<Omit<SharedAddresses, 'integrity'>> {
  if (shared === undefined) return { imports: {}, entries: {} };
  const found = await api.create('shared', { shared }, sharedAddressesSchema);
  const resolve = (address: string) => resolveAddress(address, api.address);
  const mapEntries = <Value>(
    record: Readonly<Record<string, Value>>,
    map: (entry: [string, Value]) => [string, Value],
  ) => Object.fromEntries(Object.entries(record).map(map));
  const resolveAll = (names: Readonly<Record<string, string>>) =>
    mapEntries(names, ([name, address]) => [name, resolve(address)]);
  return {
    imports: resolveAll(found.imports),
    entries: mapEntries(found.entries, ([address, { styles, ...entry }]) => [
      resolve(address),
      { ...entry, ...(styles && { styles: styles.map(resolve) }) },
    ]),
    scopes: mapEntries(found.scopes ?? {}, ([folder, names]) => [resolve(folder), resolveAll(names)]),
    policies: found.policies,
  };
}

/** Compares the types of a module or package with those that live versions import; returns a sentence for each break. */
async function findTypeBreaks(api: ServerApi, module: BuiltModule, version?: string): Promise<string[]> {
  const { folder, key, types } = module;
  if (types === undefined) return [];
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
  const consumers = await api.read(`${getModulePath(key)}/consumers${query}`, consumerListSchema);
  const compiler = findCompiler(folder);
  if (consumers.length > 0 && compiler === undefined) {
    console.log('  · Its types are not compared with those that live modules import: install typescript here.');
  }
  if (compiler === undefined) return [];
  const remedy = isPackageName(key) ? 'Publish them as a new major version.' : 'Keep them, or publish with --breaking.';
  const text = await readFile(path.resolve(folder, types), 'utf8');
  const findings: string[] = [];
  for (const address of new Set(consumers.map((consumer) => consumer.address))) {
    const former = await fetchTypes(resolveAddress(address, api.address));
    if (former === undefined) continue;
    const importers = consumers.filter((consumer) => consumer.address === address);
    const names = importers.map((importer) => `${importer.module} ${importer.version}`).join(', ');
    const breaks = await compareTypes(compiler, folder, former, text);
    findings.push(...breaks.map((found) => `Its types break what is live (${names}): ${found} ${remedy}`));
  }
  return findings;
}

/** Returns the name of the file with the types of a version: beside its entry. */
export function getTypesName(entry: string): string {
  return path.posix.join(path.posix.dirname(entry), typesFileName);
}

/** Timeout of a request for types, in milliseconds. */
const timeout = 15_000;

/**
 * Fetches the types of a version.
 * @param entry the absolute address of its entry
 * @returns `undefined` if it was published without types
 * @throws CommandError when its host does not answer
 */
export async function fetchTypes(entry: string): Promise<string | undefined> {
  const address = new URL(typesFileName, entry).href;
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
    // Hosts of single-page applications answer with their page instead of a 404.
    const isPage = response.headers.get('content-type')?.startsWith('text/html');
    if (response.status === 404 || (response.ok && isPage)) return undefined;
    const text = await response.text();
    if (response.ok && text.length <= moduleFileMaxBytes) return text;
    throw new Error(`the answer is ${response.status}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${address} could not be fetched: ${reason}`, { cause: error });
  }
}
