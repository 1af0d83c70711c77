import * as v from 'valibot';
import { consoleKey, modulePrefix } from '../module-names';
import { isOwnName, ownNames } from '../own-names';
import { getImportName, getPublishedName, isPackageName, libraryScope, moduleKeySchema } from '../published-names';

/** The key of a module that a team can publish, and that a tenant can have as an app. */
export const teamModuleKeySchema = v.pipe(
  moduleKeySchema,
  v.check((key) => key !== consoleKey, `"${consoleKey}" is the console of the portal.`),
);

/** The name of a package that a team shares with modules; not in a scope of the portal, and no library of the portal. */
const packageNameSchema = v.pipe(
  v.string(),
  v.regex(
    /^@[a-z0-9][a-z0-9-]{0,30}(?:\/[a-z0-9][a-z0-9._-]{0,30}){1,2}$/,
    'The name of a package is like @acme/styleguide or @npm/rxjs, in lower case.',
  ),
  v.check(isPackageName, 'The portal has the scopes @portico and @module, react, react-dom, single-spa and systemjs.'),
  v.check((name) => isOwnName(getImportName(name)), 'This is a name that every object has.'),
);

/** The key of a module, or the name of a package. */
export const publishedNameSchema = v.lazy((name) =>
  typeof name === 'string' && name.startsWith('@') ? packageNameSchema : teamModuleKeySchema,
);

const rangeSchema = v.pipe(
  v.string(),
  v.regex(/^[\w\s.^~<>=|*+-]{1,100}$/, 'A range of versions is like ^2.1 or 2.x.'),
);

/** The name of a module or a package in the import map: `@module/orders`, `@acme/styleguide` or `rxjs`. */
const importedNameSchema = v.pipe(
  v.string(),
  v.check((name) => !name.startsWith(libraryScope), 'A module imports a library without the scope @npm.'),
  v.rawCheck(({ addIssue, dataset }) => {
    const { issues } = v.safeParse(publishedNameSchema, getPublishedName(String(dataset.value)));
    if (issues) addIssue({ message: issues[0].message });
  }),
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
