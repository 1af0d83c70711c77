import * as v from 'valibot';
import { isLongerThan, visible } from './graphemes';

/** Embeddings, overrides and isolates (Unicode Standard Annex 9), which reorder the text around them. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** The blocks of the scripts that run from right to left, and the marks of that direction. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Creates the rule that a text has at most `max` characters as users perceive them. */
export function atMost(max: number, issue = `Expected at most ${max} characters`) {
  return v.check((text: string) => !isLongerThan(text, max), issue);
}

/**
 * Creates the schema of a line that people enter, such as a name or a reason. It refuses line breaks, other control
 * characters, halves of surrogate pairs, controls of the direction, and a text of invisible characters alone. Joiners
 * and marks of the direction stay allowed: emoji, Persian and Hebrew need them. An empty text is allowed.
 * @param subject the prefix of the issues: `name` gives `name-malformed`, `name-missing` and `name-too-long`
 */
export function createLineSchema(max: number, subject = 'line') {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => !hidden.test(text), `${subject}-malformed`),
    v.check((text) => text === '' || visible.test(text), `${subject}-missing`),
    atMost(max, `${subject}-too-long`),
  );
}

/** A text of others that the portal shows. Controls of the direction are removed: an override would reverse its letters. */
export const shownTextSchema = v.pipe(v.string(), v.transform(removeDirectionControls));

function removeDirectionControls(text: string): string {
  return text.replace(directionControls, '');
}

/**
 * Isolates a text from the direction of the text around it, where there are no elements: in titles, sentences and
 * mails. A text that has no right-to-left character stays as it is. In elements, use `<bdi>`.
 */
export function isolateText(text: string): string {
  const plain = removeDirectionControls(text);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
