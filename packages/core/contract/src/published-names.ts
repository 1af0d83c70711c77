import * as v from 'valibot';
import { isOwnName, ownNames } from './own-names';
import { isScreenSegment } from './screens';

/** The first segments of addresses that the server answers itself. No module may have such a key. */
export const serverSegments: readonly string[] = ['api', 'media', 'modules', 'realtime', 'deployer', 'health'];

/** The prefix of the names of modules in the import map. */
export const modulePrefix = '@module/';

/** Returns the key of a module by its name in the import map: `orders` for `@module/orders`. */
export function getModuleKey(name: string): string {
  return name.slice(modulePrefix.length);
}

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

const ownScopes = /^@(?:portico|module)\//;

/** Whether a name in the import map is a team's package. */
export function isPackageName(name: string): boolean {
  return name.startsWith('@') && !ownScopes.test(name);
}

/** The name of a package that a team shares with modules, such as `@acme/styleguide`; not in a scope of the portal. */
const packageNameSchema = v.pipe(
  v.string(),
  v.regex(
    /^@[a-z0-9][a-z0-9-]{0,30}\/[a-z0-9][a-z0-9._-]{0,30}$/,
    'The name of a package is like @acme/styleguide, in lower case.',
  ),
  v.check(isPackageName, 'The scopes @portico and @module belong to the portal.'),
);

/** The key of a module, or the name of a package. */
export const publishedNameSchema = v.lazy((name) =>
  typeof name === 'string' && name.startsWith('@') ? packageNameSchema : moduleKeySchema,
);

const rangeSchema = v.pipe(
  v.string(),
  v.regex(/^[\w\s.^~<>=|*+-]{1,100}$/, 'A range of versions is like ^2.1 or 2.x.'),
);

/** The name of a module in the import map. */
const moduleNameSchema = v.pipe(
  v.string(),
  v.startsWith(modulePrefix),
  v.check((name) => v.is(moduleKeySchema, getModuleKey(name)), 'A module is like @module/orders.'),
);

const importedNameSchema = v.lazy((name) =>
  typeof name === 'string' && name.startsWith(modulePrefix) ? moduleNameSchema : packageNameSchema,
);

/** The imports of a version from other teams, by name: packages with npm's version ranges, and modules. */
export const sharedPackagesSchema = v.pipe(
  v.unknown(),
  ownNames,
  v.record(importedNameSchema, rangeSchema),
  v.check((names) => Object.keys(names).length <= 20, 'A version imports at most 20 packages and modules.'),
  v.check(
    (names) => Object.entries(names).every(([name, range]) => !name.startsWith(modulePrefix) || range === '*'),
    'A module has one live version, so its range is "*".',
  ),
);

/** Packages and modules by name, with a range of versions each. */
export type SharedPackages = v.InferOutput<typeof sharedPackagesSchema>;

/** Returns the name in the import map of a published module, by its key, or package. */
export function getImportName(published: string): string {
  return isPackageName(published) ? published : modulePrefix + published;
}

/** The name of a version. It is part of the addresses of its files, whose content never changes. */
export const moduleVersionSchema = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9][\w.+-]{0,63}$/,
    'A version is 1 to 64 of letters, digits and . + - _, and starts with a letter or digit.',
  ),
);

/** The path of a file in the build folder, with slashes. No segment starts with a dot. */
export const moduleFileNameSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(
    /^[\w~@+-][\w.~@+-]*(?:\/[\w~@+-][\w.~@+-]*)*$/,
    'A file name has letters, digits and . _ ~ @ + - alone, and no segment that starts with a dot.',
  ),
);
