/**
 * The address of a name in the import map in force; `undefined` if that lacks the name. Costs the same for every map.
 */
export function findAddress(name: string): string | undefined {
  try {
    return System.resolve(name);
  } catch {
    return undefined;
  }
}
