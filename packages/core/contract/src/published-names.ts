import * as v from 'valibot';
import { getModuleKey, modulePrefix } from './module-names';
import { isOwnName } from './own-names';
import { isScreenSegment } from './screens';

/** The first segments of addresses that the server answers itself. No module may have such a key. */
export const serverSegments: readonly string[] = ['api', 'media', 'modules', 'realtime', 'deployer', 'health'];

/** The key of a module: the first segment of its addresses and, after `@module/`, its name in the import map. */
export const moduleKeySchema = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'A module key is 1 to 63 of a-z, 0-9 and hyphens, and starts with no hyphen.'),
  v.check(
    (key) => !serverSegments.includes(key) && !isScreenSegment(key),
    (issue) => `"${issue.input}" is an address of the portal itself.`,
  ),
  v.check(isOwnName, (issue) => `"${issue.input}" is a name that every object has.`),
);

/** The maximum number of modules that a browser requests by their keys, and that a page names for its user. */
export const maxNamedModules = 50;

/** Whether a text is a key that a module may have. */
export function isModuleKey(text: string): boolean {
  return v.is(moduleKeySchema, text);
}

/** Parses a list of keys, separated by commas; skips invalid keys. */
export function parseModuleKeys(list: string): string[] {
  return list.split(',').filter(isModuleKey);
}

/** The scope under which libraries without a scope are published, because `rxjs` alone is the key of a module. */
export const libraryScope = '@npm/';

const ownNamesOfPortal = /^@(?:portico|module)\/|^@npm\/(?:react|react-dom|single-spa|systemjs)(?:\/|$)/;

/** Whether a published name is a team's package: `@acme/styleguide`, or `@npm/rxjs` for the library `rxjs`. */
export function isPackageName(published: string): boolean {
  return published.startsWith('@') && !ownNamesOfPortal.test(published);
}

/** Whether a name in the import map may be a team's package: neither a module nor a name of the shell. */
export function isPackageImport(name: string): boolean {
  return isPackageName(getPublishedName(name));
}

/** Returns the name in the import map of a published module, by its key, or package. */
export function getImportName(published: string): string {
  if (published.startsWith(libraryScope)) return published.slice(libraryScope.length);
  return isPackageName(published) ? published : modulePrefix + published;
}

/** Returns the published name for a name in the import map: `orders`, `@acme/styleguide`, or `@npm/rxjs` for `rxjs`. */
export function getPublishedName(name: string): string {
  if (name.startsWith(modulePrefix)) return getModuleKey(name);
  return name.startsWith('@') ? name : libraryScope + name;
}

/** The name of a version. It is part of the addresses of its files, whose content never changes. */
export const moduleVersionSchema = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9][\w.+-]{0,63}$/,
    'A version is 1 to 64 of letters, digits and . + - _, and starts with a letter or digit.',
  ),
);
