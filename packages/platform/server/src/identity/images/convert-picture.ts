import { createHash } from 'node:crypto';
import { type PhotoMime, photoMaxBytes, photoMaxPixels, photoMimes, photoSize } from '@portico/contract';
import type { FastifyRequest } from 'fastify';
import type { ResizeOptions } from 'sharp';
import { ApiError } from '../../http/api-error';
import { getConnectionSignal } from '../../http/connection-signal';
import type { Caller } from '../../http/queue';
import { readBody } from '../../http/read-body';
import type { IdentityServices } from '../identity-services';

/** Media type of all stored pictures. */
export const storedMime: PhotoMime = 'image/webp';

/** Decoding a picture takes up to 400 MB (measured); a queued picture takes up to `photoMaxBytes`. */
export const decodingLimits = { concurrency: 1, maxWaiting: 40 };

const decodingSeconds = 20;

/** Twice the largest size of a logo on screen. A logo keeps its aspect ratio. */
const logoSize = { width: 1024, height: 256 };

/** A converted picture. `hash` identifies its content. */
export interface Picture {
  readonly data: Buffer;
  readonly hash: string;
}

/**
 * Reads an uploaded picture, and converts it when it is the turn of the caller.
 * @param callerId the account, or a name for the holder of the operator's key
 * @throws ApiError 413 when it is too large, 415 when it is not PNG, JPEG or WebP, 422 when it is damaged
 */
export async function receivePicture(
  request: FastifyRequest,
  callerId: string,
  { decoding }: Pick<IdentityServices, 'decoding'>,
  convert: (content: Buffer) => Promise<Buffer>,
): Promise<Picture> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (!photoMimes.some((mime) => mime === type.trim().toLowerCase())) throw new ApiError(415, 'image-type-unknown');
  const content = await readBody(request.raw, photoMaxBytes, () => new ApiError(413, 'image-too-large'));
  return decodePicture(decoding, { id: callerId, signal: getConnectionSignal(request) }, () => convert(content));
}

/** Converts a picture when it is the turn of the caller. */
export async function decodePicture(
  decoding: IdentityServices['decoding'],
  caller: Caller,
  convert: () => Promise<Buffer>,
): Promise<Picture> {
  const data = await decoding(caller, convert);
  return { data, hash: createHash('sha256').update(data).digest('base64url') };
}

/** Crops the middle of a picture to a square of `photoSize` pixels, see `convertPicture`. */
export function toSquarePhoto(content: Buffer): Promise<Buffer> {
  return convertPicture(content, { width: photoSize, height: photoSize, fit: 'cover' });
}

/** Fits a picture into the size of a logo, see `convertPicture`. */
export function toLogo(content: Buffer): Promise<Buffer> {
  return convertPicture(content, { ...logoSize, fit: 'inside', withoutEnlargement: true });
}

/**
 * Resizes a picture, upright and without metadata. Uses the first frame of an animation.
 * @throws ApiError 415 when it is not PNG, JPEG or WebP, 413 with too many pixels, 422 when it is damaged
 */
async function convertPicture(content: Buffer, size: ResizeOptions): Promise<Buffer> {
  if (!isPhoto(content)) throw new ApiError(415, 'image-type-unknown');
  const sharp = await loadSharp();
  // Reads only the header, to check the number of pixels before decoding any.
  const header = await readable(sharp(content, { limitInputPixels: false }).metadata());
  if (header.width * header.height > photoMaxPixels) throw new ApiError(413, 'image-too-large');

  return readable(
    // A stricter level would refuse pictures of some phones that every browser shows.
    sharp(content, { failOn: 'error', limitInputPixels: photoMaxPixels, autoOrient: true })
      .resize(size)
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
