/** The number of colours for the marks of applications (`image.css` of the components). */
const colorCount = 8;

/** Returns the number of the colour of an application's mark, which is the same everywhere. */
export function pickMarkColor(key: string): number {
  let sum = 0;
  for (const character of key) sum = (sum * 43 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % colorCount;
}
