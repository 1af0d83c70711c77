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

function chunkGlobals(): string[] {
  return Object.keys(window).filter((name) => name.startsWith('webpackChunk'));
}

/** Asked by a chunk without content, whose code every loader behind this name runs at once. */
function publicPathsOf(global: string): string[] {
  const paths: string[] = [];
  const chunks: unknown = Reflect.get(window, global);
  if (!Array.isArray(chunks)) return paths;
  const ask = (run: unknown) => {
    const path: unknown = typeof run === 'function' ? Reflect.get(run, 'p') : undefined;
    if (typeof path === 'string') paths.push(new URL(path, location.href).href);
  };
  chunks.push([['portico-check'], {}, ask]);
  return paths;
}
