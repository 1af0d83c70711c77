import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { SentText } from './prepared-text';

const deflated = promisify(deflateRaw);

/** RFC 1952, section 2.3: deflate, without flags and time, from an unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A part that another one follows ends at a whole byte (RFC 1951, section 3.2.4). */
const followed = { finishFlush: constants.Z_SYNC_FLUSH };

/**
 * Creates texts that differ in a short middle only. Their start and end are compressed once: compressing a page takes
 * longer than all the rest of its response.
 * @param type the content type
 */
export function createTextFrame(type: string, before: string, after: string): (middle: string) => SentText {
  const start = Buffer.from(before);
  const end = Buffer.from(after);
  let compressed: Promise<[Buffer, Buffer]> | undefined;
  return (text) => {
    const middle = Buffer.from(text);
    const bytes = Buffer.concat([start, middle, end]);
    let whole: Promise<Buffer> | undefined;
    async function compressWhole(): Promise<Buffer> {
      compressed ??= Promise.all([deflated(start, followed), deflated(end)]);
      const [compressedStart, compressedEnd] = await compressed;
      const compressedMiddle = deflateRawSync(middle, followed);
      return Buffer.concat([gzipHeader, compressedStart, compressedMiddle, compressedEnd, createTrailer(bytes)]);
    }
    return {
      type,
      bytes,
      // A Brotli stream cannot be joined from parts.
      encodings: ['gzip'],
      compress: () => {
        whole ??= compressWhole();
        return whole;
      },
    };
  };
}

/** The checksum and the length of the uncompressed bytes. */
function createTrailer(bytes: Buffer): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return trailer;
}
