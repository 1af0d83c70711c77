import * as v from 'valibot';
import { getModuleKey, modulePrefix } from './module-names';
import { ownNames } from './own-names';
import { createLineSchema } from './plain-text';
import { moduleKeySchema } from './published-names';

/** The places of the shell that modules may fill: cards on the home screen, a control beside the bell, profile sections. */
const shellPlaces = ['home', 'topbar', 'profile'] as const;

const most = 20;

/** The name of a parcel or a place inside its module. */
export const partNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,30}$/, 'The name of a parcel or a place is 1 to 31 of a-z, 0-9 and hyphens.'),
);

/** The name of a module's parcel or place outside the module, such as `@module/people/card`. */
export const partOfModuleSchema = v.pipe(
  v.string(),
  v.check((name) => {
    const [key, part, ...rest] = getModuleKey(name).split('/');
    return (
      name.startsWith(modulePrefix) && rest.length === 0 && v.is(moduleKeySchema, key) && v.is(partNameSchema, part)
    );
  }, 'A part of a module is named like @module/people/card.'),
);

/** The name of a place: one of the shell, or of a module such as `@module/people/sidebar`. */
export const placeSchema = v.union([
  v.picklist(shellPlaces, 'A place is "home", "topbar", "profile", or one of a module such as @module/people/sidebar.'),
  partOfModuleSchema,
]);

const lineSchema = v.pipe(createLineSchema(60), v.nonEmpty('line-missing'));

const pathSchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(/^\/(?!\/)[^\\\p{Cc}\s]*$/u, 'A path of the portal starts with one slash.'),
);

/** The name of an event between modules, such as `tickets:closed`. The portal's own begin with `container:` and `module:`. */
export const moduleEventNameSchema = v.pipe(
  v.string(),
  v.regex(/^(?!(?:container|module):)[a-z][\w-]{0,30}:[a-z][\w-]{0,30}$/, 'An event is like tickets:closed.'),
);

/** Creates the schema of a record by name, of at most 20 entries. */
function record<const Name extends v.GenericSchema<string, string>, const Value extends v.GenericSchema>(
  name: Name,
  value: Value,
) {
  return v.optional(
    v.pipe(
      v.unknown(),
      ownNames,
      v.record(name, value),
      v.check((entries) => Object.keys(entries).length <= most, `A version declares at most ${most} of a kind.`),
    ),
  );
}

const list = <const Item extends v.GenericSchema>(item: Item) =>
  v.optional(v.pipe(v.array(item), v.maxLength(most, `A version declares at most ${most} of a kind.`)));

/**
 * The declarations of a version: what it adds to the portal beside its application. They are fields of `portico` in
 * package.json, part of a publication, and part of the entry in the import map, so that they are live and rolled back
 * with the version.
 */
export const declarationsSchema = v.object({
  /** Its styles apply to the whole page, unchanged; by default they apply inside of the module. */
  styles: v.optional(v.literal('global')),
  /** Further first segments of addresses that show the module, beside its key. */
  routes: list(moduleKeySchema),
  /** The parcels that the entry exports: the name of each outside the module, and its export. */
  parcels: record(partNameSchema, v.pipe(v.string(), v.regex(/^[A-Za-z_$][\w$]{0,60}$/, 'A parcel is an export.'))),
  /** The places inside the module that parcels of other modules may fill. */
  places: list(partNameSchema),
  /** The parcels that it puts into places of the shell or of other modules; low `order` first. */
  contributions: list(
    v.strictObject({
      place: placeSchema,
      parcel: partNameSchema,
      order: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)), 100),
    }),
  ),
  /** The entries under its name wherever the shell lists places to go to. */
  navigation: list(
    v.strictObject({
      title: v.strictObject({ pt: lineSchema, en: lineSchema }),
      path: pathSchema,
      icon: v.optional(v.pipe(v.string(), v.regex(/^((solid|regular|brands)\/)?[a-z0-9-]{1,60}$/))),
    }),
  ),
  /** The events that it publishes: the JSON Schema of the payload, and the tabs of the user that get it. */
  events: record(
    moduleEventNameSchema,
    v.strictObject({
      schema: v.union([v.boolean(), v.record(v.string(), v.unknown())]),
      tabs: v.optional(v.picklist(['this', 'all']), 'this'),
    }),
  ),
});

/** The declarations of a version. */
export type Declarations = v.InferOutput<typeof declarationsSchema>;

/** Returns the first declared page that is not an address of the module; `undefined` if all are. */
export function findForeignPage(key: string, { navigation = [], routes = [] }: Declarations): string | undefined {
  // Browsers resolve segments such as `..`.
  const getSegment = (path: string) => new URL(path, 'http://portal.invalid').pathname.split('/')[1] ?? '';
  return navigation.find(({ path }) => ![key, ...routes].includes(getSegment(path)))?.path;
}
