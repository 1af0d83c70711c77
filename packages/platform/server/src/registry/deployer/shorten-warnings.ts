/** Proxies refuse an answer with more than 4 or 8 KB of headers, although all is live by then. */
const maxWarnings = 10;
const maxLength = 350;

/** Shortens warnings to what fits into a header. */
export function shortenWarnings(warnings: readonly string[]): string[] {
  const shown = warnings
    .slice(0, maxWarnings)
    .map((text) => (text.length > maxLength ? `${text.slice(0, maxLength)} ...` : text));
  const left = warnings.length - shown.length;
  return left > 0 ? [...shown, `${left} more in the log of the portal`] : shown;
}
