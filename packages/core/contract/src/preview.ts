import * as v from 'valibot';
import { publicationSchema } from './publishing/publication';
import { timeSchema } from './time';

/** The query parameter of a preview link. Empty, it ends all previews of the browser. */
export const previewParameter = 'portico-preview';

/** The days that a preview link opens its version, unless another number is given. */
export const previewDaysDefault = 7;

/** The most days that a preview link may open its version. */
export const previewDaysMax = 90;

const daysSchema = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(previewDaysMax)),
  previewDaysDefault,
);

/** `POST /publishing/modules/{module}/versions/{version}/preview` makes a link to a version that is stored. */
export const previewSchema = v.object({ days: daysSchema });

/** `POST /publishing/modules/{module}/previews` stores a version without making it live, and makes a link to it. */
export const newPreviewSchema = v.pipe(
  v.intersect([publicationSchema, previewSchema]),
  v.check(
    ({ audience, from, rollout }) => audience === undefined && rollout === undefined && from === undefined,
    'A preview has no audience, and replaces no version.',
  ),
);

/** The response: `link` is a path of the portal, with its query. */
export const previewLinkSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  module: v.string(),
  version: v.string(),
  link: v.string(),
  expires_at: timeSchema,
});

/** A link that opens a version in one browser. */
export type PreviewLink = v.InferOutput<typeof previewLinkSchema>;

/**
 * `GET /publishing/previews` lists the links of the caller's modules that work, the oldest first.
 * `DELETE /publishing/previews/{id}` revokes one: its users get the live version with the next page.
 */
export const previewListSchema = v.array(
  v.object({
    ...v.omit(previewLinkSchema, ['link']).entries,
    created_at: timeSchema,
    by: v.string(),
  }),
);

/** A preview link without its address. */
export type ListedPreview = v.InferOutput<typeof previewListSchema>[number];

const previewedVersionSchema = v.object({ module: v.string(), version: v.string() });

/**
 * The previews of a page, in its state: the versions that the browser gets instead of the live ones, and those that it
 * got before, whose link has expired or was revoked, or whose version is gone. `isInvalid`: it followed a link that
 * this portal did not make.
 */
export const pagePreviewsSchema = v.object({
  active: v.array(previewedVersionSchema),
  ended: v.array(v.object({ ...previewedVersionSchema.entries, isRevoked: v.optional(v.boolean()) })),
  isInvalid: v.boolean(),
});

/** The previews of a page. */
export type PagePreviews = v.InferOutput<typeof pagePreviewsSchema>;
