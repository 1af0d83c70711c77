/** The texts of a catalogue that `first-texts.json` lists. */
declare module '*.json?first' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

/** All other texts of a catalogue. */
declare module '*.json?rest' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
