import * as v from 'valibot';
import { declarationsSchema } from './declarations';
import { getModuleKey, modulePrefix } from './module-names';
import { moduleKeySchema, moduleVersionSchema } from './published-names';

const addressSchema = v.pipe(
  v.string(),
  v.regex(/^(https?:\/\/|\/(?!\/)|\.\/)/, 'An address starts with http://, https://, / or ./'),
  // A browser reads a backslash as a slash and drops control characters, so either may lead to another address.
  v.check((address) => !/[\\\p{Cc}\s]/u.test(address), 'An address has no backslash, space or control character.'),
);

const nameSchema = v.pipe(
  v.string(),
  v.check(
    (name) => !name.startsWith(modulePrefix) || v.is(moduleKeySchema, getModuleKey(name)),
    (issue) => `"${issue.input}" is not a name that a module may have.`,
  ),
);

/** A version in rollout: `fallback` is the address of the version to run when this one does not load or mount. */
const rolloutSchema = v.object({ version: moduleVersionSchema, fallback: addressSchema });

const entrySchema = v.object({
  /** Absent for a classic script: a System module or a container. */
  form: v.optional(v.picklist(['es-module'])),
  /** The name under which a container exposes the module; `./app` or `./App` by default. */
  expose: v.optional(v.string()),
  /** The global that holds a container of library type `var`; named after the key by default. */
  global: v.optional(v.string()),
  /** The style sheets that the entry needs and that no script loads, in order. */
  styles: v.optional(v.array(addressSchema)),
  /** The names of the packages and modules that it imports. */
  imports: v.optional(v.array(v.string())),
  /** Absent if the version declares nothing, or what only a newer shell knows: the rest of the map stays valid. */
  declarations: v.fallback(v.optional(declarationsSchema), undefined),
});

/** The properties of an entry that a page needs to load it. */
export type Entry = v.InferOutput<typeof entrySchema>;

/**
 * An import map as SystemJS reads it: bare names to addresses, and the integrity of files by address. A name
 * `@module/<key>` is a module of a team; there is no second registry of modules. `rollouts` names the modules whose
 * version in `imports` is in rollout. `compared` names the live versions that a canary of other users is compared with, so
 * that browsers report their outcomes too. `entries` are by address, so that a fallback keeps its own. `scopes` are packages
 * for the scripts at or below an address, in place of those of `imports`.
 */
export const importMapSchema = v.object({
  imports: v.record(nameSchema, addressSchema),
  integrity: v.optional(v.record(v.string(), v.pipe(v.string(), v.regex(/^sha(256|384|512)-/))), {}),
  rollouts: v.optional(v.record(nameSchema, rolloutSchema), {}),
  compared: v.optional(v.record(nameSchema, moduleVersionSchema)),
  entries: v.optional(v.record(addressSchema, entrySchema), {}),
  scopes: v.optional(v.record(addressSchema, v.record(v.string(), addressSchema))),
});

/** An import map of the portal, with the versions in rollout. */
export type ImportMap = v.InferOutput<typeof importMapSchema>;

/**
 * Returns the key of the module whose addresses start with a segment: the segment itself, or that of a module with this
 * route. `undefined` if no module of the map has it.
 * @param findEntry returns the entry at an address of the map
 */
export function findModuleOfSegment(
  segment: string,
  imports: Readonly<Record<string, string>>,
  findEntry: (address: string) => Entry | undefined,
): string | undefined {
  if (Object.hasOwn(imports, modulePrefix + segment)) return segment;
  const name = Object.keys(imports).find(
    (each) => each.startsWith(modulePrefix) && findEntry(imports[each] ?? '')?.declarations?.routes?.includes(segment),
  );
  return name === undefined ? undefined : getModuleKey(name);
}

/** Returns the keys of the modules in an import map. */
export function getModuleKeys({ imports }: Pick<ImportMap, 'imports'>): string[] {
  return Object.keys(imports)
    .filter((name) => name.startsWith(modulePrefix))
    .map(getModuleKey);
}
