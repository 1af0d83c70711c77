/** Formats a size in the language of the user; a dash if it is unknown. */
export function formatBytes(bytes: number | null, locale: string): string {
  if (bytes === null) return '–';
  const isSmall = bytes < 1000;
  return (isSmall ? bytes : bytes / 1000).toLocaleString(locale, {
    style: 'unit',
    unit: isSmall ? 'byte' : 'kilobyte',
    // The short form of English has no plural.
    unitDisplay: isSmall ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
}
