import { type PhotoMime, photoMaxPixels, photoSize } from '@portico/contract';
import { ApiError } from '../../http/api-error';

/** Media type of all stored photos. */
export const storedMime: PhotoMime = 'image/webp';

const decodingSeconds = 20;

/**
 * Crops the middle of a picture to an upright square of `photoSize` pixels, without metadata. Uses the first frame of an
 * animation.
 * @throws ApiError 415 when it is not PNG, JPEG or WebP, 413 with too many pixels, 422 when it is damaged
 */
export async function toSquarePhoto(content: Buffer): Promise<Buffer> {
  if (!isPhoto(content)) throw new ApiError(415, 'image-type-unknown');
  const sharp = await loadSharp();
  // Reads only the header, to check the number of pixels before decoding any.
  const header = await readable(sharp(content, { limitInputPixels: false }).metadata());
  if (header.width * header.height > photoMaxPixels) throw new ApiError(413, 'image-too-large');

  return readable(
    // A stricter level would refuse pictures of some phones that every browser shows.
    sharp(content, { failOn: 'error', limitInputPixels: photoMaxPixels, autoOrient: true })
      .resize(photoSize, photoSize, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: decodingSeconds })
      .toBuffer(),
  );
}

/** Checks the first bytes, because browsers derive the media type from the file extension. */
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

/** Loads sharp at the first image, because that takes 0.1 s. Allows three formats only, because users send the images. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  // No photo is decoded twice. One thread leaves the others to sign-ins.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
