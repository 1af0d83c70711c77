import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentEncoding } from './negotiation';

const compressible = /^text\/|^application\/(?:json|wasm)|^image\/svg|^font\/ttf/;
/** Smaller content fits in one packet anyway. */
const minBytes = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Whether compression makes the content smaller. */
export function isCompressible(type: string, content: Buffer): boolean {
  return compressible.test(type) && content.length >= minBytes;
}

/** Brotli's quality: 10 MB of JavaScript take less than a second, a page 2 ms. The best quality takes ten times as long. */
const quality = 5;

/** Compresses in another thread. */
export function compress(content: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(content);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(content, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: content.length } });
}
