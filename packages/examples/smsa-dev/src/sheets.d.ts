/** css-loader hands these files out as constructed sheets, so that no style tag is needed. */
declare module '*.smsa-dev.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
