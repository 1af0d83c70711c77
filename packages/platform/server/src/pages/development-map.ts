import type { ImportMap } from '@portico/contract';
import type { ShellFiles } from './shell-files';

/** What only builds for development import: the production build of React has nothing in it. */
const developmentRuntime = 'react/jsx-dev-runtime';

/**
 * The import map by which the pages of developers get React's development build: its tools, hot replacement and
 * development builds of modules need it (docs/decisions/0048).
 */
export function createDevelopmentMap({ development, native }: Pick<ShellFiles, 'development' | 'native'>) {
  const { address, integrity } = development;
  const names = [...native.names, developmentRuntime];
  return {
    imports: Object.fromEntries(names.map((name) => [name, address])),
    integrity: { [address]: integrity },
  };
}

/** Adds to an import map. */
export function extendMap(
  { imports, integrity, ...rest }: ImportMap,
  added: Pick<ImportMap, 'imports' | 'integrity'>,
): ImportMap {
  return { ...rest, imports: { ...imports, ...added.imports }, integrity: { ...integrity, ...added.integrity } };
}
