import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error';

/** Reads a body up to a limit, or throws `createTooLarge()`; throws ApiError 400 when the connection breaks. */
export async function readBody(body: Readable, maxBytes: number, createTooLarge: () => ApiError): Promise<Buffer> {
  // Keep the stream: destroying it would close the connection before the response.
  const chunks = body.iterator({ destroyOnReturn: false });
  const content = await readAtMost(chunks, maxBytes).catch((cause: unknown) => {
    throw new ApiError(400, 'invalid-request', { cause });
  });
  if (content !== undefined) return content;
  // Drain the rest, because the next request on this connection follows it.
  body.resume();
  throw createTooLarge();
}

/** Reads at most `maxBytes`; returns `undefined` for more. A response counts decompressed: a small one may unpack to a large one. */
export async function readAtMost(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Accepts JSON bodies, and empty bodies with a content type of JSON, as in `POST /auth/refresh`. */
export function acceptJson(app: FastifyInstance, types: readonly string[] = ['application/json']): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...types], { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    text.trim() === '' ? undefined : parseJson(text),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, 'invalid-request', { cause: error });
  }
}
