/** Contents that were read lately, by what never changes its content. */
export interface ContentCache {
  /** @param read is done once for all that ask meanwhile */
  get(key: string, read: () => Promise<Buffer | undefined>): Promise<Buffer | undefined>;
}

/** Keeps so many bytes in memory; what nobody asked for the longest goes first. */
export function createContentCache(maxBytes: number): ContentCache {
  const kept = new Map<string, Buffer>();
  const reading = new Map<string, Promise<Buffer | undefined>>();
  let bytes = 0;

  function keep(key: string, content: Buffer): void {
    kept.set(key, content);
    bytes += content.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  async function readAndKeep(key: string, read: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    try {
      const content = await read();
      if (content) keep(key, content);
      return content;
    } finally {
      reading.delete(key);
    }
  }

  return {
    get: async (key, read) => {
      const content = kept.get(key);
      if (content) {
        // To the end, as the one that was asked for last.
        kept.delete(key);
        kept.set(key, content);
        return content;
      }
      const underWay = reading.get(key) ?? readAndKeep(key, read);
      reading.set(key, underWay);
      return underWay;
    },
  };
}
