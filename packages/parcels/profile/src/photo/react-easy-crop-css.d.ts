/** The package declares its style sheet as text; our build makes a constructed one of it. */
declare module 'react-easy-crop/react-easy-crop.css' {
  const sheet: CSSStyleSheet;
  export default sheet;
}
