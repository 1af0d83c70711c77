/** css-loader exports these files as constructed style sheets, so no style tag is needed. */
declare module '*.smsa-dev.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
