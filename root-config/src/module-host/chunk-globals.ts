/** The properties of the window by which webpack's chunks find the builds they belong to: named for `uniqueName`. */
export function chunkGlobals(): string[] {
  return Object.keys(window).filter((name) => name.startsWith('webpackChunk'));
}

/**
 * Where the builds behind such a property look for their chunks: their public paths, as addresses. Asked by a chunk
 * without content, whose code each of them runs at once.
 */
export function publicPathsOf(global: string): string[] {
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
