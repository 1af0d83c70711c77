import * as v from 'valibot';
import { isScreenSegment } from './screens';

/** The first segments of addresses that the server answers itself. No module may have such a key. */
export const serverSegments: readonly string[] = ['api', 'media', 'modules', 'realtime', 'deployer', 'health'];

/** How the name of each module in the import map starts. */
export const modulePrefix = '@module/';

/** The key of a module by its name in the import map: `orders` for `@module/orders`. */
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
);

/** The most modules that a browser asks for by their keys, and that a page names because they are the user's. */
export const maxNamedModules = 50;

/** Whether a text is a key that a module may have. */
export function isModuleKey(text: string): boolean {
  return v.is(moduleKeySchema, text);
}

/** The keys in a list that is separated by commas; what is no key is left out. */
export function parseModuleKeys(list: string): string[] {
  return list.split(',').filter(isModuleKey);
}
