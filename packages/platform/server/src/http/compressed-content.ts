import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Browsers accept Brotli only from secure origins. */
export type ContentEncoding = 'br' | 'gzip';

const compressible = /^text\/|^application\/(?:json|wasm)|^image\/svg|^font\/ttf/;
/** A smaller content fits in one packet anyway. */
const minBytes = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Whether compression makes the content smaller. */
export function isCompressible(type: string, content: Buffer): boolean {
  return compressible.test(type) && content.length >= minBytes;
}

/** The best first. */
const offered: readonly ContentEncoding[] = ['br', 'gzip'];

/** Of the headers that browsers send, most are the same. */
const negotiated = new LRUCache<string, { readonly encoding: ContentEncoding | undefined }>({
  max: 100,
  memoMethod: (acceptEncoding) => ({ encoding: negotiate(acceptEncoding) }),
});

/**
 * The negotiated encoding; `undefined` for none.
 * @param acceptEncoding the header (RFC 9110, 12.5.3)
 */
export function negotiateEncoding(acceptEncoding = ''): ContentEncoding | undefined {
  return negotiated.memo(acceptEncoding).encoding;
}

function negotiate(acceptEncoding: string): ContentEncoding | undefined {
  const taken = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.replace(/\s/g, ''))
    .filter((part) => !/;q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return offered.find((encoding) => taken.includes(encoding));
}

/** The best quality of Brotli. A page takes 15 ms. */
export const bestQuality = constants.BROTLI_MAX_QUALITY;
/** 10 MB of JavaScript take less than a second, a page 2 ms. Also for a text that is sent once. */
export const singleUseQuality = 5;

/**
 * Runs off the main thread.
 * @param quality of Brotli
 */
export function compress(content: Buffer, encoding: ContentEncoding, quality = singleUseQuality): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(content);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(content, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: content.length } });
}
