import * as v from 'valibot';

/** The media types of uploaded and stored photos. */
export const photoMimes = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** The media type of a photo. */
export type PhotoMime = (typeof photoMimes)[number];

/** The largest upload, in bytes. */
export const photoMaxBytes = 5 * 1024 * 1024;

/** The largest number of pixels of an upload, width times height. */
export const photoMaxPixels = 40_000_000;

/** The edge of a stored photo, which is square, in pixels. */
export const photoSize = 512;

const byteSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255));

/** The bytes of an image: base64 from our server, an array of bytes from others. */
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

/** The response of `GET /users/images?emails=`. An invalid image counts as none, so that the others are shown. */
export const userImageListSchema = v.array(
  v.object({
    email: v.pipe(v.string(), v.nonEmpty()),
    image: v.fallback(v.nullish(v.object({ data: imageDataSchema, mime: v.picklist(photoMimes) })), null),
  }),
);
