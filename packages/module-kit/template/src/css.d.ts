/** css-loader makes constructed sheets of style sheets. */
declare module '*.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
