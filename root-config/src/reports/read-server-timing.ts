/**
 * Reads a value from the header `Server-Timing` of the page: the only header that scripts can read. A file without
 * imports, because the module check bundles it without the shell.
 */
export function readServerTiming(wanted: string): string | undefined {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceResourceTiming)) return undefined;
  // Absent in pages without HTTPS.
  return page.serverTiming?.find(({ name }) => name === wanted)?.description;
}
