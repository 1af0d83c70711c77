/** Returns the command line of `portico` with these words, quoted for a POSIX shell where needed. */
export function formatCommand(words: readonly string[]): string {
  return ['portico', ...words.map(quote)].join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
