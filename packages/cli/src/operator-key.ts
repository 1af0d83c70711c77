import { readFile } from 'node:fs/promises';
import { CommandError } from './command-error';

const file = '.portico/operator.key';

/** The key that the server made at its first start, when it runs from the same folder. */
export async function readOperatorKey(): Promise<string> {
  const key = await readFile(file, 'utf8').catch(() => '');
  if (key.trim() === '') {
    throw new CommandError(`No operator key: give --key, set PORTICO_OPERATOR_KEY, or run where ${file} is.`);
  }
  return key.trim();
}
