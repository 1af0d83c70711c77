import * as v from 'valibot';
import { isPackageName } from './is-package-name';
import { getModuleKey, moduleKeySchema, modulePrefix } from './module-key';

/**
 * The name of a package that a team shares with modules, such as `@acme/styleguide`: what they import. The scopes of
 * the portal are no team's.
 */
export const packageNameSchema = v.pipe(
  v.string(),
  v.regex(
    /^@[a-z0-9][a-z0-9-]{0,30}\/[a-z0-9][a-z0-9._-]{0,30}$/,
    'The name of a package is like @acme/styleguide, in lower case.',
  ),
  v.check(isPackageName, 'The scopes @portico and @module belong to the portal.'),
);

/** What a team publishes: the key of a module, or the name of a package. */
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

/**
 * What a version imports of other teams, by name: packages, with the ranges of their versions as npm writes them, and
 * modules, whose live version it gets.
 */
export const sharedPackagesSchema = v.pipe(
  v.record(importedNameSchema, rangeSchema),
  v.check((names) => Object.keys(names).length <= 20, 'A version imports at most 20 packages and modules.'),
  v.check(
    (names) => Object.entries(names).every(([name, range]) => !name.startsWith(modulePrefix) || range === '*'),
    'A module has one live version, so its range is "*".',
  ),
);

/** Packages and modules by name, with a range of versions each. */
export type SharedPackages = v.InferOutput<typeof sharedPackagesSchema>;

/** The name in the import map of what a team publishes: of a module by its key, or of a package. */
export function getImportName(published: string): string {
  return isPackageName(published) ? published : modulePrefix + published;
}
