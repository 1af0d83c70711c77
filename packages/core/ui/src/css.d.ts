/** A style sheet, which the build turns into a constructed one. Adopt it on the document. */
declare module '*.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
