import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonFileSchema } from '@portico/contract';
import * as v from 'valibot';

const dependenciesSchema = v.optional(v.record(v.string(), v.string()), {});
const manifestSchema = v.pipe(
  jsonFileSchema,
  v.object({
    dependencies: dependenciesSchema,
    devDependencies: dependenciesSchema,
    peerDependencies: dependenciesSchema,
  }),
);

/** Reads the packages that the package.json of a folder names, with their ranges; none if it cannot be read. */
export async function readDependencies(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { output, success } = v.safeParse(manifestSchema, text);
  return new Map(success ? Object.values(output).flatMap(Object.entries<string>) : []);
}
