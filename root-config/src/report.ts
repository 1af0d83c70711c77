/** The one place that errors go to; `source` is the name in the import map of what met the error. */
export function report(source: string, error: unknown): void {
  console.error(`[portico] ${source}:`, error);
}
