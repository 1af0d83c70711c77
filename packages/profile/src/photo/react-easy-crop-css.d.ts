/** The package takes its style sheet for text; our build constructs it. */
declare module 'react-easy-crop/react-easy-crop.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
