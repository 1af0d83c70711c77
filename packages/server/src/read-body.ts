import type { Readable } from 'node:stream';
import { ApiError } from './errors/api-error';

/**
 * What a call sends, no more of it than is allowed.
 * @param tooLarge the refusal of more than `maxBytes`
 * @throws ApiError that one, 400 when the body breaks off
 */
export async function readBody(body: Readable, maxBytes: number, tooLarge: () => ApiError): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Not destroyed when it is too large, or the answer would be lost with the connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new ApiError(400, 'invalid-request', { cause: error });
  }
  if (length > maxBytes) {
    // Node drains no body that was begun, and the next call on this connection would wait behind what is left.
    body.resume();
    throw tooLarge();
  }
  return Buffer.concat(chunks, length);
}
