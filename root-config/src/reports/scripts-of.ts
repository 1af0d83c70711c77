// An address, up to the line number that follows it: `:1:2` in all engines, ` line 1 > eval` in Firefox.
const script = /[a-z][a-z\d+.-]*:\/\/\S*?(?=:\d+(?:[:),\s]|$)| line \d)/i;

/** The addresses of the scripts in the stack of an error, what threw first; none where it is not known. */
export function scriptsOf(error: unknown): string[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  // Chromium's stack begins with the message, which may name any address; Firefox and Safari leave it out.
  const lines = error.stack.replace(`: ${error.message}`, '').split('\n');
  return lines.flatMap((line) => script.exec(line)?.[0] ?? []);
}
