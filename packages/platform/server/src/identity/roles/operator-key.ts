import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../process/startup-error';

/** Compares in constant time. */
export function isOperatorKey(given: string, operatorKey: string): boolean {
  // Hashes both, because the comparison needs equal lengths.
  return timingSafeEqual(digest(given), digest(operatorKey));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Reads the operator's key, or creates its file for the owner only; throws StartupError if the file is empty. */
export async function readOperatorKey(dataFolder: string): Promise<string> {
  await mkdir(dataFolder, { recursive: true });
  const file = path.join(dataFolder, 'operator.key');
  // Fails if the file exists, which is fine.
  await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(() => {});
  const key = (await readFile(file, 'utf8')).trim();
  if (key === '') throw new StartupError(`The operator key ${file} is empty; remove the file to get a new one.`);
  return key;
}
