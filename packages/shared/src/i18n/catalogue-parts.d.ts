/** The texts of a catalogue that `first-texts.json` names. */
declare module '*.json?first' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

/** All other texts of it. */
declare module '*.json?rest' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
