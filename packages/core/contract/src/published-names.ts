import * as v from 'valibot';
import { getModuleKey, modulePrefix } from './module-names';
import { isOwnName, ownNames } from './own-names';
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
const libraryScope = '@npm/';

const ownNamesOfPortal = /^@(?:portico|module)\/|^@npm\/(?:react|react-dom|single-spa|systemjs)(?:\/|$)/;

/** Whether a published name is a team's package: `@acme/styleguide`, or `@npm/rxjs` for the library `rxjs`. */
export function isPackageName(published: string): boolean {
  return published.startsWith('@') && !ownNamesOfPortal.test(published);
}

/** Whether a name in the import map may be a team's package: neither a module nor a name of the shell. */
export function isPackageImport(name: string): boolean {
  return isPackageName(getPublishedName(name));
}

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
  typeof name === 'string' && name.startsWith('@') ? packageNameSchema : moduleKeySchema,
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

/** A character that the path of an address has as it is: `pchar` of RFC 3986, section 3.3, without `%`, or a slash. */
const pathCharacter = /[\w.~!$&'()*+,;=:@/-]/;

/**
 * The path of a file in the build folder, with slashes. It is part of addresses as it is. No segment is empty or starts
 * with a dot. The first one has no colon, which would end a scheme (RFC 3986, section 4.2).
 */
export const moduleFileNameSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.check(
    (name) => findOtherCharacter(name) === undefined,
    ({ input }) =>
      `A file name has no ${JSON.stringify(findOtherCharacter(input))}: addresses cannot have it as it is.`,
  ),
  v.regex(
    /^(?!\.)[^/:]+(?:\/(?!\.)[^/]+)*$/,
    'A file name has no empty part, none that starts with a dot, and no colon in the first one.',
  ),
);

function findOtherCharacter(name: string): string | undefined {
  return [...name].find((character) => !pathCharacter.test(character));
}
