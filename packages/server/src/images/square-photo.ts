import { type PhotoMime, photoMaxPixels, photoSize } from '@portico/contract';
import sharp from 'sharp';
import { ApiError } from '../errors/api-error';

// Decoders of other formats never see what users send.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// No photo is decoded twice, and one thread each leaves the others to sign-ins.
sharp.cache(false);
sharp.concurrency(1);

/** What photos are kept as, whatever they were. */
export const keptMime: PhotoMime = 'image/webp';

const decodingSeconds = 20;

/**
 * The middle of a picture as an upright square of `photoSize` pixels without metadata. Of an animation, the first frame.
 * @throws ApiError 415 when it is not PNG, JPEG or WebP, 413 with too many pixels, 422 when it is damaged
 */
export async function toSquarePhoto(content: Buffer): Promise<Buffer> {
  if (!isPhoto(content)) throw new ApiError(415, 'image-type-unknown');
  // Reads the header alone, so that the number of pixels is known before any is decoded.
  const header = await readable(sharp(content, { limitInputPixels: false }).metadata());
  if (header.width * header.height > photoMaxPixels) throw new ApiError(413, 'image-too-large');

  return readable(
    // Stricter than `error` would refuse pictures of some phones that every browser shows.
    sharp(content, { failOn: 'error', limitInputPixels: photoMaxPixels, autoOrient: true })
      .resize(photoSize, photoSize, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: decodingSeconds })
      .toBuffer(),
  );
}

/** By its first bytes; the name and the type that a browser gives a file follow from its extension. */
function isPhoto(content: Buffer): boolean {
  const has = (text: string, start = 0) => content.toString('latin1', start, start + text.length) === text;
  return has('\x89PNG\r\n\x1a\n') || has('\xff\xd8\xff') || (has('RIFF') && has('WEBP', 8));
}

async function readable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new ApiError(422, 'image-unreadable', { cause: error });
  }
}
