/** Created when a text needs it, because that takes a browser 10 ms, and most texts need none. */
let segmenter: Intl.Segmenter | undefined;

/** Most code units of one character: the longest emoji have 15, but any number of accents may follow a letter. */
const characterLength = 16;

/** Matches a text that shows something. Control, format and filler characters, spaces and Braille's blank show nothing. */
export const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

const countCharacter = (character: string) => Math.ceil(character.length / characterLength);

/** Splits a text into the characters that users perceive (Unicode Standard Annex 29): a flag or a family is one. */
function segment(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

/** Returns the index after the first `max` characters, or `undefined` if the text has no more. */
function findEnd(text: string, max: number, measure: (character: string) => number): number | undefined {
  let size = 0;
  for (const { index, segment: character } of segment(text)) {
    size += measure(character);
    if (size > max) return index;
  }
  return undefined;
}

/** Whether a text has more than `max` characters as users perceive them. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && findEnd(text, max, countCharacter) !== undefined;
}

/**
 * Cuts a text after `max` characters as users perceive them, and adds an ellipsis if it was longer.
 * @param measure the size of a character, if `max` is not their number
 */
export function cutText(text: string, max: number, measure = countCharacter): string {
  const end = findEnd(text, max, measure);
  return end === undefined ? text : `${text.slice(0, end)}…`;
}

/** Returns the letter of a mark or an avatar: the first visible character, in upper case. */
export function firstLetter(text: string): string {
  // A character of ASCII before another one is whole.
  const [plain] = /^[!-~](?=[ -~]|$)/.exec(text) ?? [];
  if (plain) return plain.toUpperCase();
  for (const { segment: character } of segment(text)) if (visible.test(character)) return character.toUpperCase();
  return '';
}
