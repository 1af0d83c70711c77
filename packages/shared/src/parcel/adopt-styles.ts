const adopted = new WeakSet<CSSStyleSheet>();

/** Puts style sheets of the shell on the document, once each. They stay: their classes are the shell's own. */
export function adoptStyles(...sheets: readonly CSSStyleSheet[]): void {
  const added = sheets.filter((sheet) => !adopted.has(sheet));
  for (const sheet of added) adopted.add(sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...added];
}

/** Whether a style sheet on the document is the shell's, as opposed to one that a module adopted. */
export function isShellStyle(sheet: CSSStyleSheet): boolean {
  return adopted.has(sheet);
}
