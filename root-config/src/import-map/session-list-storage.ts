/**
 * The lists that this tab keeps over reloads, one of each kind for a unit of the import map: `failed` versions, the
 * `outcomes` that were reported, and the releases that the page was reloaded for (`reloads`).
 */
type List = 'failed' | 'outcomes' | 'reloads';

/** Reads a list, the latest line last; empty if the browser stores nothing. */
export function readList(list: List, unit: string): readonly string[] {
  return read(`portico:${list}:${unit}`)?.split('\n') ?? [];
}

/**
 * Appends a line.
 * @returns whether the browser has stored it
 */
export function appendToList(list: List, unit: string, line: string): boolean {
  const key = `portico:${list}:${unit}`;
  const text = [...readList(list, unit), line].join('\n');
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Full or forbidden, as the next line finds out.
  }
  return read(key) === text;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
