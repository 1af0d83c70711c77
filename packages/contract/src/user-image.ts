import * as v from 'valibot';

/** What a photo may be uploaded as, and is kept as (design, section 7). */
export const photoMimes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PhotoMime = (typeof photoMimes)[number];

/** The largest upload, in bytes. */
export const photoMaxBytes = 5 * 1024 * 1024;

/** The most pixels of an upload, width times height. */
export const photoMaxPixels = 40_000_000;

/** The edge of the square that photos are kept as, in pixels. */
export const photoSize = 512;

/** How many e-mails one `GET /users/images?emails=` may name. */
export const photoEmailsMax = 50;

const byteSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255));

/** The bytes of an image: base64 as the embedded server writes them, or an array of bytes as others do. */
const imageDataSchema = v.union([
  v.pipe(
    v.string(),
    v.nonEmpty(),
    // Not `v.base64()`: its pattern exceeds the stack on megabytes.
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return Uint8Array.from(atob(dataset.value), (character) => character.charCodeAt(0));
      } catch {
        addIssue();
        return NEVER;
      }
    }),
  ),
  v.pipe(
    v.array(byteSchema),
    v.nonEmpty(),
    v.transform((bytes) => Uint8Array.from(bytes)),
  ),
]);

/**
 * An entry of `GET /users/images?emails=`; users without a photo have none. An image that cannot be shown counts as
 * none, so that it does not cost the list's other photos.
 */
export const userImageSchema = v.object({
  email: v.pipe(v.string(), v.nonEmpty()),
  image: v.fallback(v.nullish(v.object({ data: imageDataSchema, mime: v.picklist(photoMimes) })), null),
});
export type UserImage = v.InferOutput<typeof userImageSchema>;

export const userImageListSchema = v.array(userImageSchema);
