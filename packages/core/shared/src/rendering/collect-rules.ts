/** The text of all rules of these style sheets. */
export function collectRules(sheets: readonly CSSStyleSheet[]): string {
  return sheets.flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText)).join('');
}
