import * as v from 'valibot';
import { firebaseSchema, vapidKeySchema } from './firebase';
import { realtimeSchema } from './realtime';
import { tenantKeySchema } from './tenant';

// A host of the URL standard may hold what is a pattern or ends an entry in a content policy: "*", ",", ";".
const exactOrigin = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

const originSchema = v.pipe(
  v.string(),
  v.check(
    (value) => exactOrigin.test(value) && URL.canParse(value) && new URL(value).origin === value,
    (issue) => `"${issue.input}" is not an exact origin such as https://modules.example.com`,
  ),
);

const overridesFault = 'Overrides are "off", or a list of exact origins such as ["http://localhost:9200"].';

/** Nowhere, or the exact origins that developers may load modules from, each in the own browser alone. */
const overridesSchema = v.union(
  [v.literal('off'), v.pipe(v.array(originSchema), v.nonEmpty(overridesFault))],
  overridesFault,
);

const accentSchema = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'An accent is a colour such as #c3311d.'));

/** An image of this origin or of another one, which the content policy then lists. */
const logoSchema = v.pipe(
  v.string(),
  v.regex(/^(\/(?!\/)|https:\/\/)[^\\\s]*$/, 'A logo is a path such as /media/logo.png, or an address with https://'),
);

/** How a tenant presents itself. `logo` is an address of an image; `accent` replaces the red of the portal. */
export const tenantSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  logo: v.optional(logoSchema),
  accent: v.optional(accentSchema),
});
export type Tenant = v.InferOutput<typeof tenantSchema>;

/**
 * The run-time configuration that stands in the page as one JSON document (design, section 9).
 * `hosts` maps a host name to a tenant key; other hosts stand for their first label. `moduleOrigins` are the exact
 * origins that modules may come from. `moduleTimeout` is the time a module has to load and mount, in milliseconds.
 * `overrides` are the origins that a browser which switched overrides on may load from instead: a page is a production
 * page when they are off. `realtime` is the broker of notifications; `firebase` and `vapidKey`, both or none, switch browser push on.
 */
export const configurationSchema = v.pipe(
  v.object({
    apiUrl: v.optional(v.pipe(v.string(), v.nonEmpty()), '/api'),
    hosts: v.optional(v.record(v.pipe(v.string(), v.toLowerCase()), tenantKeySchema), {}),
    tenants: v.optional(v.record(tenantKeySchema, tenantSchema), {}),
    moduleOrigins: v.optional(v.array(originSchema), []),
    overrides: v.optional(overridesSchema, 'off'),
    moduleTimeout: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 15_000),
    supportUrl: v.optional(v.pipe(v.string(), v.url())),
    realtime: v.optional(realtimeSchema, {}),
    firebase: v.optional(firebaseSchema),
    vapidKey: v.optional(vapidKeySchema),
  }),
  v.forward(
    v.check(
      ({ firebase, vapidKey }) => (firebase === undefined) === (vapidKey === undefined),
      'Browser push takes both firebase and vapidKey.',
    ),
    ['vapidKey'],
  ),
);
export type Configuration = v.InferOutput<typeof configurationSchema>;

/**
 * What the page host knows of this request beside the configuration. `hasSession`: a session cookie came with it.
 * `isDeveloper`: overrides are allowed here, and this browser has switched them on. `dependsOnUser`: somebody who signs
 * in may be meant to get other versions of modules than the import map of the page names.
 */
export const pageStateSchema = v.object({
  hasSession: v.optional(v.boolean()),
  isDeveloper: v.optional(v.boolean()),
  dependsOnUser: v.optional(v.boolean()),
});
export type PageState = v.InferOutput<typeof pageStateSchema>;
