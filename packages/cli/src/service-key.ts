import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { demoServiceKeysSchema } from '@portico/contract';
import * as v from 'valibot';
import { CommandError } from './command-error';
import { dataFolder } from './data-folder';

const file = path.join(dataFolder, 'service-keys.json');

/** The key that the embedded server made for a demo module, when it runs on the same data folder. */
export async function readServiceKey(module: string | undefined): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const keys = v.safeParse(v.pipe(v.string(), v.parseJson(), demoServiceKeysSchema), text);
  const key = keys.success && module !== undefined ? keys.output[module] : undefined;
  if (key === undefined) {
    const need = module === undefined ? 'No service key' : `No service key of ${module}`;
    throw new CommandError(`${need}: give --token, set PORTICO_SERVICE_KEY, or name by --module one of ${file}.`);
  }
  return key;
}
