import { cutText } from '@portico/contract';

/** A build cannot be read or checked; the message is one sentence for the user. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
}

/** Formats some items, each once, with commas, and the number of the others. */
export function formatList(items: readonly string[], count: number): string {
  const all = [...new Set(items)];
  const more = all.length - count;
  return all.slice(0, count).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Formats a size, such as `13.9 KB`. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/** The maximum length of a text of a module in a message, in characters as users perceive them. */
const maxQuoted = 300;

/** Quotes a text as the module's own words: in one line, cut, and without characters that reorder or end the quote. */
export function quote(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').replaceAll(/[“”]/g, '"');
  return `“${cutText(line.trim(), maxQuoted)}”`;
}
