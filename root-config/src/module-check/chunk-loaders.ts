import { chunkGlobals, publicPathsOf } from '../module-host/chunk-globals';

/** The part of a webpack build that loads its chunks. */
export interface ChunkLoader {
  /** The property of the window by which chunks find it: made of the build's `uniqueName`. */
  readonly global: string;
  /** Where it looks for them: the build's public path, as an address. */
  readonly publicPath: string;
}

/** The function it returns gives the loaders that came to the page since. */
export function watchChunkLoaders(): () => ChunkLoader[] {
  const known = new Set(chunkGlobals());
  return () =>
    chunkGlobals()
      .filter((global) => !known.has(global))
      .flatMap((global) => publicPathsOf(global).map((publicPath) => ({ global, publicPath })));
}
