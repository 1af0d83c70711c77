import { rename, writeFile } from 'node:fs/promises';

/** Replaces a file at once: who reads it meanwhile gets the old or the new text, never an empty one. */
export async function saveFile(file: string, text: string): Promise<void> {
  const whole = `${file}~`;
  await writeFile(whole, text);
  await rename(whole, file);
}
