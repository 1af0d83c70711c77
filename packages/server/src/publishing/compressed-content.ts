import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What the text of modules is sent as; browsers speak Brotli with secure origins alone. */
export type ContentEncoding = 'br' | 'gzip';

const compressible = /^text\/|^application\/(?:json|wasm)|^image\/svg|^font\/ttf/;
/** Less takes a packet either way. */
const minBytes = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Whether a content is smaller when it is compressed. */
export function isCompressible(type: string, content: Buffer): boolean {
  return compressible.test(type) && content.length >= minBytes;
}

/** The encoding that who asks takes; none for a content as it is. @param acceptEncoding the header (RFC 9110, 12.5.3) */
export function encodingFor(acceptEncoding: string | undefined): ContentEncoding | undefined {
  const taken = (acceptEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.replace(/\s/g, ''))
    .filter((part) => !/;q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : undefined;
}

/** Done off the main thread; 10 MB of JavaScript take less than a second. */
export function compressed(content: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(content);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(content, { params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_SIZE_HINT]: content.length } });
}
