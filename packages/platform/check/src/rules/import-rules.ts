import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { getImportName } from '@portico/contract';
import { sharedPackagesSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import type { BuiltModule } from '../build/built-module';
import { offered } from '../observation/portal-page';
import { formatExternals, formatLine } from './bundler';
import type { Evidence } from './evidence';

type Importer = Pick<BuiltModule, 'folder' | 'key' | 'packages' | 'shared'>;

/** Refuses bare imports that neither the portal nor the packages of the module have: they fail, at the latest on screen. */
export function checkImports({
  bareImports,
  bundler,
  dependencies,
  module,
}: Pick<Evidence, 'bareImports' | 'bundler' | 'dependencies'> & { readonly module: Importer }): string[] {
  const missing = findMissingImports(module, bareImports);
  if (missing.length === 0) return [];
  const shared = Object.fromEntries(missing.map((name) => [name, findRange(dependencies, name)]));
  const isShareable = (name: string) => v.is(sharedPackagesSchema, { [name]: shared[name] });
  const toShare = missing.filter(isShareable);
  const toBundle = missing.filter((name) => isInstalled(module, name) || !isShareable(name));
  const point = (names: readonly string[]) => (names.length < missing.length ? listNames(names) : pronoun);
  const pronoun = missing.length === 1 ? 'it' : 'them';
  const remedies = [
    ...(toBundle.length > 0 ? [`bundle ${point(toBundle)}`] : []),
    ...(toShare.length > 0 ? [`share ${point(toShare)} as ${toShare.length === 1 ? 'a package' : 'packages'}`] : []),
  ];
  const kept = bareImports.filter((name) => !toBundle.includes(name));
  const declared = { ...module.shared, ...Object.fromEntries(toShare.map((name) => [name, shared[name]])) };
  return [
    `It imports ${listNames(missing)}, which neither the portal nor "shared" in package.json has: ${remedies.join(', or ')}.` +
      (toBundle.length > 0 ? formatExternals(kept, bundler) : '') +
      (toShare.length > 0 ? formatLine('package.json', `"portico": ${formatRecord({ shared: declared })}`) : ''),
  ];
}

/** Finds the bare imports that no page of the module can resolve. */
export function findMissingImports({ key, packages, shared }: Importer, bareImports: readonly string[]): string[] {
  const known = [...offered, getImportName(key), ...Object.keys(shared ?? {}), ...Object.keys(packages?.imports ?? {})];
  // React has no development build in a portal, which has a rule of its own.
  return bareImports.toSorted().filter((name) => !known.includes(name) && name !== 'react/jsx-dev-runtime');
}

/** Returns the range of a package in package.json; any version if there is none that a portal can read. */
function findRange(dependencies: ReadonlyMap<string, string>, name: string): string {
  const range = dependencies.get(findLibrary(name));
  return range !== undefined && v.is(sharedPackagesSchema, { [name]: range }) ? range : '*';
}

/** Whether the module's folder, or one above it, has installed the library. */
function isInstalled({ folder }: Importer, name: string): boolean {
  const library = findLibrary(name);
  const folders = createRequire(path.resolve(folder, 'package.json')).resolve.paths(library) ?? [];
  return folders.some((each) => existsSync(path.join(each, library)));
}

/** Returns the library of a name, such as `rxjs` of `rxjs/operators`. */
function findLibrary(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

function listNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Formats a record as one line of JSON with spaces. */
function formatRecord(record: object): string {
  return JSON.stringify(record, undefined, 1).replaceAll(/\n */g, ' ');
}
