/** Some items, each once, with commas, and how many more there are. */
export function formatList(items: readonly string[], count: number): string {
  const all = [...new Set(items)];
  const more = all.length - count;
  return all.slice(0, count).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Formats a size, such as `13.9 KB`. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
