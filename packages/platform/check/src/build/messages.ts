import { toShortLine } from '../module-observation';

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

/** Quotes a text as the module's own words: in one line, cut, and without characters that end the quote. */
export function quote(text: string): string {
  return `“${toShortLine(text).replaceAll(/[“”]/g, '"')}”`;
}
