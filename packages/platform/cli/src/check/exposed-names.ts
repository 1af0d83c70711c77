/** Finds what a container of module federation exposes, in the text of its entry. */
export function findExposedNames(entry: string): string[] {
  const exposed = entry.matchAll(/["'](\.(?:\/[\w./-]+)?)["']\s*:\s*(?:async\s*)?(?:\(\)\s*=>|function\s*\()/g);
  return [...new Set([...exposed].map(([, name = '']) => name))];
}
