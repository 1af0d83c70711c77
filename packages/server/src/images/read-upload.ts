import type { Readable } from 'node:stream';
import { photoMaxBytes } from '@portico/contract';
import { ApiError } from '../errors/api-error';

/** What a call sends. @throws ApiError 413 beyond `photoMaxBytes`, 400 when it breaks off */
export async function readUpload(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Not destroyed when it is too large, or the answer would be lost with the connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > photoMaxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw new ApiError(400, 'invalid-request', { cause: error });
  }
  if (length > photoMaxBytes) {
    // Node drains no body that was begun, and the next call on this connection would wait behind what is left.
    body.resume();
    throw new ApiError(413, 'image-too-large');
  }
  return Buffer.concat(chunks, length);
}
