import * as v from 'valibot';
import { appListSchema } from './app';
import { accessTokenResponseSchema } from './auth';
import { signInRefusalSchema } from './sign-in-refusal';
import { currentUserSchema } from './user';

/** A live session in a page: the answers of `/auth/refresh`, `/users/me` and the list of apps. */
const pageSessionSchema = v.object({
  ...accessTokenResponseSchema.entries,
  user: currentUserSchema,
  apps: appListSchema,
});

/** A live session as the page host writes it into a page. */
export type PageSession = v.InferOutput<typeof pageSessionSchema>;

/**
 * The state of a page, which the page host writes for each request. `session`: the live session of the request's cookies, `ended` if
 * they name none that is live, `none` without cookies; absent if the page has to ask the API. `isDeveloper`: overrides
 * are allowed and this browser has switched them on. `dependsOnUser`: a user who signs in may get other versions of
 * modules than those of the page's import map. `isMapPartial`: that map names only the modules that the page may need;
 * the shell asks for others. `previews`: the previews of this browser, which the developer parcel parses by
 * `pagePreviewsSchema`, so that only its file has the schema. `refusal`: the reason why the page host refused the
 * sign-in form. `providers`: the providers of a tenant that has some, which its sign-in form parses by
 * `formProvidersSchema`.
 */
export const pageStateSchema = v.object({
  session: v.optional(v.union([v.picklist(['none', 'ended']), pageSessionSchema])),
  isDeveloper: v.optional(v.boolean()),
  dependsOnUser: v.optional(v.boolean()),
  isMapPartial: v.optional(v.boolean()),
  previews: v.optional(v.unknown()),
  refusal: v.optional(signInRefusalSchema),
  providers: v.optional(v.unknown()),
});

/** The state of a page. */
export type PageState = v.InferOutput<typeof pageStateSchema>;
