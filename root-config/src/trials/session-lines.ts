/** Lines that this tab keeps over reloads, the latest last; none where nothing can be kept. */
export function linesOf(key: string): readonly string[] {
  return read(key)?.split('\n') ?? [];
}

/** Adds a line. @returns whether it could be kept */
export function addLine(key: string, line: string): boolean {
  const kept = [...linesOf(key), line].join('\n');
  try {
    sessionStorage.setItem(key, kept);
  } catch {
    // Full or forbidden: read below.
  }
  return read(key) === kept;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
