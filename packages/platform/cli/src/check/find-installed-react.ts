import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';

const manifestSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/** The version of React that a module is built with: the one that is installed in its folder. */
export async function findInstalledReact(folder: string): Promise<string | undefined> {
  try {
    const file = createRequire(path.resolve(folder, 'package.json')).resolve('react/package.json');
    return v.parse(manifestSchema, await readFile(file, 'utf8')).version;
  } catch {
    return undefined;
  }
}
