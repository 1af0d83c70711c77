import * as v from 'valibot';
import { moduleKeySchema, modulePrefix } from './module-key';
import { moduleVersionSchema } from './module-version';

const addressSchema = v.pipe(
  v.string(),
  v.regex(/^(https?:\/\/|\/(?!\/)|\.\/)/, 'An address starts with http://, https://, / or ./'),
  // A browser reads a backslash as a slash and drops control characters, so that either may lead elsewhere.
  v.check((address) => !/[\\\p{Cc}\s]/u.test(address), 'An address has no backslash, space or control character.'),
);

const nameSchema = v.pipe(
  v.string(),
  v.check(
    (name) => !name.startsWith(modulePrefix) || v.is(moduleKeySchema, name.slice(modulePrefix.length)),
    (issue) => `"${issue.input}" is not a name that a module may have.`,
  ),
);

/** A version that has just been published, and where the one before it is, should it not load or mount. */
const trialSchema = v.object({ version: moduleVersionSchema, fallback: addressSchema });
export type Trial = v.InferOutput<typeof trialSchema>;

/**
 * An import map as SystemJS reads it: bare names to addresses, and the integrity of files by address.
 * A name `@module/<key>` is a module of a team; there is no second registry of modules (design, section 3). `trials`
 * are the modules whose address in `imports` is that of a version on trial.
 */
export const importMapSchema = v.object({
  imports: v.record(nameSchema, addressSchema),
  integrity: v.optional(v.record(v.string(), v.pipe(v.string(), v.regex(/^sha(256|384|512)-/))), {}),
  trials: v.optional(v.record(nameSchema, trialSchema), {}),
});
export type ImportMap = v.InferOutput<typeof importMapSchema>;

/** The keys of the modules that this map can load. */
export function moduleKeysOf({ imports }: Pick<ImportMap, 'imports'>): string[] {
  return Object.keys(imports)
    .filter((name) => name.startsWith(modulePrefix))
    .map((name) => name.slice(modulePrefix.length));
}
