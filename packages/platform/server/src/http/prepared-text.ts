import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, isCompressible } from './compressed-content';
import { type ContentEncoding, negotiateEncoding } from './negotiation';

/** A text for many responses. Each compression is made once, on first use. */
export interface PreparedText {
  readonly type: string;
  readonly bytes: Buffer;
  readonly compress: (encoding: ContentEncoding) => Promise<Buffer>;
  readonly getEntityTag: () => string;
}

/** @param type the content type */
export function prepareText(type: string, text: string): PreparedText {
  const bytes = Buffer.from(text);
  const compressed = new Map<ContentEncoding, Promise<Buffer>>();
  let entityTag: string | undefined;
  return {
    type,
    bytes,
    getEntityTag: () => {
      entityTag ??= createEntityTag(bytes);
      return entityTag;
    },
    compress: (encoding) => {
      const body = compressed.get(encoding) ?? compress(bytes, encoding);
      compressed.set(encoding, body);
      return body;
    },
  };
}

/** Sends the text in the encoding that the request accepts. */
export async function sendText({ headers }: FastifyRequest, reply: FastifyReply, text: PreparedText) {
  reply.header('content-type', text.type);
  const encoding = isCompressible(text.type, text.bytes) ? negotiateEncoding(headers['accept-encoding']) : undefined;
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

/** Creates a strong entity tag (RFC 9110, section 8.8.3) from the content or from lines that identify it. */
export function createEntityTag(content: Buffer | readonly string[]): string {
  const identified = Buffer.isBuffer(content) ? content : content.join('\n');
  return `"${createHash('sha256').update(identified).digest('base64url')}"`;
}

/** Whether `If-None-Match` names the tag, also as a weak one: proxies that compress weaken it. */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return named.includes(entityTag) || named.includes('*');
}
