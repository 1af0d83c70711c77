import type { FastifyReply, FastifyRequest } from 'fastify';
import { bestQuality, compress, isCompressible, singleUseQuality } from './compressed-content';
import { createEntityTag, matchesEntityTag } from './entity-tag';
import { type ContentEncoding, negotiateEncoding } from './negotiation';

/**
 * A text that many responses send. It is compressed when a browser first asks for that encoding; the first ones get it
 * compressed quickly, because the best compression takes ten times as long.
 */
export interface PreparedText {
  readonly type: string;
  readonly bytes: Buffer;
  readonly compress: (encoding: ContentEncoding) => Promise<Buffer>;
  readonly getEntityTag: () => string;
}

/** Larger texts are compressed less well, in a tenth of the time. */
const maxBytesOfBestQuality = 64 * 1024;

/**
 * @param type the content type
 * @param quality of Brotli; by default the best that is fast enough for a text that many responses send
 */
export function prepareText(type: string, text: string, quality?: number): PreparedText {
  const bytes = Buffer.from(text);
  const ownQuality = quality ?? (bytes.length > maxBytesOfBestQuality ? undefined : bestQuality);
  const compressed = new Map<ContentEncoding, Promise<Buffer>>();
  async function improve(encoding: ContentEncoding, quick: Promise<Buffer>): Promise<void> {
    await quick;
    const best = await compress(bytes, encoding, bestQuality);
    compressed.set(encoding, Promise.resolve(best));
  }
  let entityTag: string | undefined;
  return {
    type,
    bytes,
    getEntityTag: () => {
      entityTag ??= createEntityTag(bytes);
      return entityTag;
    },
    compress: (encoding) => {
      const known = compressed.get(encoding);
      if (known) return known;
      const isImproved = encoding === 'br' && ownQuality === bestQuality;
      const body = compress(bytes, encoding, isImproved ? singleUseQuality : ownQuality);
      compressed.set(encoding, body);
      // Without it, the quick one stays.
      if (isImproved) improve(encoding, body).catch(() => {});
      return body;
    },
  };
}

/** Sends the text in the encoding that the request accepts. */
export async function sendText({ headers }: FastifyRequest, reply: FastifyReply, text: PreparedText) {
  reply.header('content-type', text.type);
  if (!isCompressible(text.type, text.bytes)) return reply.send(text.bytes);
  const encoding = negotiateEncoding(headers['accept-encoding']);
  if (encoding === undefined) return reply.send(text.bytes);
  return reply.header('content-encoding', encoding).send(await text.compress(encoding));
}

/** Like `sendText`, or 304 if the request names the text's entity tag. */
export async function sendTextUnlessKnown(request: FastifyRequest, reply: FastifyReply, text: PreparedText) {
  const entityTag = text.getEntityTag();
  reply.header('etag', entityTag);
  if (matchesEntityTag(request.headers['if-none-match'], entityTag)) return reply.code(304).send();
  return sendText(request, reply, text);
}
