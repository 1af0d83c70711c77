import { type PhotoMime, photoMimes } from '@portico/contract';

type IsWhole = (bytes: DataView) => boolean;

/** Whether a file begins like one of the type, and whether it reaches its own end. */
const formats: Record<PhotoMime, { readonly isMet: (head: string) => boolean; readonly isWhole: IsWhole }> = {
  'image/png': { isMet: (head) => head.startsWith('\x89PNG\r\n\x1a\n'), isWhole: isWholePng },
  'image/jpeg': { isMet: (head) => head.startsWith('\xff\xd8\xff'), isWhole: isWholeJpeg },
  'image/webp': { isMet: (head) => head.startsWith('RIFF') && head.endsWith('WEBP'), isWhole: isWholeWebp },
};

/** Number of bytes that identify the type of a file. */
const headLength = 12;

/** The supported image type of a file, by its first bytes; the name is ignored. */
export async function findPhotoType(file: Blob): Promise<PhotoMime | undefined> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, headLength).arrayBuffer()));
  return photoMimes.find((mime) => formats[mime].isMet(head));
}

/** Whether a photo is complete. Firefox and Safari decode the first part of one, and leave the rest empty. */
export function isWholePhoto(type: PhotoMime, content: ArrayBuffer): boolean {
  try {
    return formats[type].isWhole(new DataView(content));
  } catch {
    // A length leads beyond the end.
    return false;
  }
}

/** Follows the chunks to the last one, `IEND`. */
function isWholePng(bytes: DataView): boolean {
  const last = 0x49454e44;
  let chunk = 8;
  while (bytes.getUint32(chunk + 4) !== last) chunk += 12 + bytes.getUint32(chunk);
  return true;
}

/** Follows the segments, which may contain a smaller picture, to the picture, and finds its end. */
function isWholeJpeg(bytes: DataView): boolean {
  const [fill, scan, end] = [0xffff, 0xffda, 0xffd9];
  let place = 2;
  for (let marker = bytes.getUint16(place); marker !== scan; marker = bytes.getUint16(place))
    place += marker === fill ? 1 : 2 + bytes.getUint16(place + 2);
  while (bytes.getUint16(place) !== end) place += 1;
  return true;
}

function isWholeWebp(bytes: DataView): boolean {
  const headerLength = 8;
  return bytes.byteLength >= headerLength + bytes.getUint32(4, true);
}
