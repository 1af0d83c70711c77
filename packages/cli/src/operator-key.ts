import { readFile } from 'node:fs/promises';

export const operatorKeyFile = '.portico/operator.key';

/** The key that the server made at its first start, when it runs from the same folder. */
export async function findOperatorKey(): Promise<string | undefined> {
  const key = (await readFile(operatorKeyFile, 'utf8').catch(() => '')).trim();
  return key === '' ? undefined : key;
}
