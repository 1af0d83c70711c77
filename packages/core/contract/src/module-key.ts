import * as v from 'valibot';
import { isScreenSegment } from './screens';

/** The first segments of addresses that the server answers itself. No module may have such a key. */
export const serverSegments: readonly string[] = ['api', 'media', 'modules', 'realtime', 'deployer', 'health'];

export const modulePrefix = '@module/';

/** The key of a module: the first segment of its addresses and, after `@module/`, its name in the import map. */
export const moduleKeySchema = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'A module key is 1 to 63 of a-z, 0-9 and hyphens, and starts with no hyphen.'),
  v.check(
    (key) => !serverSegments.includes(key) && !isScreenSegment(key),
    (issue) => `"${issue.input}" is an address of the portal itself.`,
  ),
);
