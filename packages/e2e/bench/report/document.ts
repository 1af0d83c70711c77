const markers = /(<!-- figures: npm run bench writes them -->\n)[\s\S]*?(<!-- end of figures -->)/;

/**
 * Replaces the text between the markers of a document.
 * @throws Error if the document has no markers
 */
export function replaceFigures(document: string, figures: string): string {
  if (!markers.test(document))
    throw new Error('docs/performance.md lacks the markers between which the figures stand.');
  return document.replace(markers, (_all, start, end) => `${start}${figures}\n${end}`);
}
