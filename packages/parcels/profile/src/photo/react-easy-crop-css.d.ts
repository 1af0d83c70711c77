/** The package declares its style sheet as text; our build turns it into a `CSSStyleSheet`. */
declare module 'react-easy-crop/react-easy-crop.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
