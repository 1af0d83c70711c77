import * as v from 'valibot';
import { visible } from './graphemes';
import { shownTextSchema } from './plain-text';

/**
 * The response of `GET /tenants/{tenant}/apps` and `GET /apps?domain=`. `module` is the key of the module and the first
 * segment of its address.
 */
export const appListSchema = v.array(
  v.pipe(
    v.object({
      name: v.nullish(shownTextSchema, ''),
      module: v.pipe(v.string(), v.nonEmpty()),
      description: v.nullish(shownTextSchema, ''),
      /** The description in English, if it differs. */
      description_en: v.nullish(shownTextSchema),
      /** `false` if the portal has no logo of the application, so that browsers do not request it. */
      logo: v.optional(v.boolean()),
      /** The places that the operator has switched off for the parcels of the module. */
      places_off: v.optional(v.array(v.string())),
    }),
    // Falls back to the key of the module.
    v.transform((app) => ({ ...app, name: visible.test(app.name) ? app.name.trim() : app.module })),
  ),
);

/** An application that the user may use. */
export type App = v.InferOutput<typeof appListSchema>[number];
