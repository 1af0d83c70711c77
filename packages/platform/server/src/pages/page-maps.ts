import { type ImportMap, isPackageName } from '@portico/contract';
import { getFolder } from '../registry/live-map/import-map-parts';
import type { ShellFiles } from './shell-files';

/**
 * Creates the browser's own import map, for modules built as ES modules: the names of the shared libraries, of teams'
 * packages and of the operator's own map, and the integrity of the modules' files. The page contains it, because some
 * browsers accept no later map.
 */
export function createNativeImportMap(
  { native }: Pick<ShellFiles, 'native'>,
  { entries, imports, integrity, scopes }: ImportMap,
  names: readonly string[] = native.names,
) {
  const { address, integrity: ownIntegrity } = native;
  const folders = Object.entries(entries)
    .filter(([, { form }]) => form === 'es-module')
    .map(([entry]) => getFolder(entry));
  const checks = Object.entries(integrity).filter(([file]) => folders.some((folder) => file.startsWith(folder)));
  const others = Object.entries(imports).filter(([name]) => isPackageName(name) || !name.startsWith('@'));
  return {
    imports: { ...Object.fromEntries(others), ...Object.fromEntries(names.map((name) => [name, address])) },
    ...(scopes && { scopes }),
    ...(folders.length > 0 && { integrity: { [address]: ownIntegrity, ...Object.fromEntries(checks) } }),
  };
}

/** Only development builds import this name. React's production build of it is empty. */
const developmentRuntime = 'react/jsx-dev-runtime';

/** Creates the import map of React's development build, for the pages of developers (docs/decisions/0048). */
export function createDevelopmentMap({ development, native }: Pick<ShellFiles, 'development' | 'native'>) {
  const { address, integrity } = development;
  const names = [...native.names, developmentRuntime];
  return {
    imports: Object.fromEntries(names.map((name) => [name, address])),
    integrity: { [address]: integrity },
  };
}
