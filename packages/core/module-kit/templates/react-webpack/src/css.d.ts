/** css-loader exports CSS files as constructed style sheets. */
declare module '*.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
