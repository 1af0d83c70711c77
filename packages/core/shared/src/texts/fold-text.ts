/** Returns a text without case, accents and invisible characters, so that a search finds it however it is typed. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}
