/** A style sheet. The build makes a constructed one of it; adopt it on the document. */
declare module '*.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
