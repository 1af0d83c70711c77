import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error';

/**
 * Reads a body up to a limit.
 * @param tooLarge creates the error for a larger body
 * @throws ApiError that error, or 400 when the connection breaks
 */
export async function readBody(body: Readable, maxBytes: number, tooLarge: () => ApiError): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Not destroyed when it is too large, because the response would be lost with the connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new ApiError(400, 'invalid-request', { cause: error });
  }
  if (length > maxBytes) {
    // Drains the rest, because the next call on this connection waits behind it.
    body.resume();
    throw tooLarge();
  }
  return Buffer.concat(chunks, length);
}

/** Accepts JSON bodies, and empty ones with the type of JSON, which clients send (`POST /auth/refresh`). */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    text.trim() === '' ? undefined : parseJson(text),
  );
}

/** A NUL, and not a backslash before `u0000`, which JSON writes as two. */
const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

function parseJson(text: string): unknown {
  // PostgreSQL's texts cannot contain NUL.
  if (escapedNul.test(text)) throw new ApiError(400, 'invalid-request');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, 'invalid-request', { cause: error });
  }
}

/**
 * Reads a response up to a limit of its bytes, decompressed: a small one may unpack to a large one. `undefined` beyond
 * it.
 */
export async function readAtMost({ body }: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
