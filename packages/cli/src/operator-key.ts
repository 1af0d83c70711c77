import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from './data-folder';

export const operatorKeyFile = path.join(dataFolder, 'operator.key');

/** The key that the server made at its first start, when it runs on the same data folder. */
export async function findOperatorKey(): Promise<string | undefined> {
  const key = (await readFile(operatorKeyFile, 'utf8').catch(() => '')).trim();
  return key === '' ? undefined : key;
}
