import { rename, writeFile } from 'node:fs/promises';

/** Replaces a file atomically: readers get the old or the new text, never a part. */
export async function saveFile(file: string, text: string): Promise<void> {
  const whole = `${file}~`;
  await writeFile(whole, text);
  await rename(whole, file);
}
