/**
 * Reads what the page host wrote into the header `Server-Timing` of the page: the only header that scripts can read.
 */
export function readServerTiming(wanted: string): string | undefined {
  const [page] = performance.getEntriesByType('navigation');
  if (!(page instanceof PerformanceResourceTiming)) return undefined;
  // Absent in pages without HTTPS.
  return page.serverTiming?.find(({ name }) => name === wanted)?.description;
}
