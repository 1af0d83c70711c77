import * as v from 'valibot';

/** First segments of addresses that belong to the portal, so that no module may bear them (design, section 4). */
export const reservedModuleKeys = [
  'profile',
  'signin',
  'recover',
  '404',
  'api',
  'media',
  'modules',
  'realtime',
  'deployer',
  'health',
] as const;

export const modulePrefix = '@module/';

/** A module's key: the first segment of its addresses and, behind `@module/`, its name in the import map. */
export const moduleKeySchema = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'A module key is 1 to 63 of a-z, 0-9 and hyphens, and starts with no hyphen.'),
  v.check(
    (key) => !(reservedModuleKeys as readonly string[]).includes(key),
    (issue) => `"${issue.input}" is an address of the portal itself.`,
  ),
);
