/** A style sheet, constructed by the build and adopted by the document that uses it. */
declare module '*.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
