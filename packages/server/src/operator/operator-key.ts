import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../startup-error';

/** The operator's key of a data folder, made at first start and readable by its owner alone. */
export async function operatorKeyOf(dataFolder: string): Promise<string> {
  await mkdir(dataFolder, { recursive: true });
  const file = path.join(dataFolder, 'operator.key');
  // Fails when another process has just made one, which is then as good.
  await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(() => {});
  const key = (await readFile(file, 'utf8')).trim();
  if (key === '') throw new StartupError(`The operator key ${file} is empty; remove the file to get a new one.`);
  return key;
}
