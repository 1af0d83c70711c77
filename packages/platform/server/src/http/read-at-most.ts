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
