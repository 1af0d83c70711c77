/** Replaces style sheets in tests: jsdom does not draw. */
export default {};
