import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Executor } from '../database/database';
import { insertServiceKey } from '../service-keys/service-key-repository';
import { demoApps } from './demo-data';

/** Where `portico notify` finds them. */
export function demoServiceKeysFile(dataFolder: string): string {
  return path.join(dataFolder, 'service-keys.json');
}

/** Makes a service key for each demo module and keeps them in a file of the data folder, readable by its owner alone. */
export async function makeDemoServiceKeys(database: Executor, dataFolder: string, now: Date): Promise<void> {
  const keys: Record<string, string> = {};
  for (const { module } of demoApps) {
    keys[module] = (await insertServiceKey(database, { module, name: 'Demo' }, now)).key;
  }
  await mkdir(dataFolder, { recursive: true });
  const file = demoServiceKeysFile(dataFolder);
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(keys, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
}
