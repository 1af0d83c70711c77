import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { moduleKeySchema } from '@portico/contract';
import * as v from 'valibot';
import { CommandError } from '../command-error';

const manifestSchema = v.object({
  portico: v.object({
    key: moduleKeySchema,
    /** The file of the built folder that the import map names, such as `remoteEntry.js`. */
    entry: v.pipe(
      v.string(),
      v.regex(/^(?!\/)(?!.*\.\.)[^\\?#]+\.js$/, 'The entry is the name of a .js file in the built folder.'),
    ),
  }),
});

/** What a module's package.json says to `portico`. */
export type ModuleManifest = v.InferOutput<typeof manifestSchema>['portico'];

/** @throws CommandError which says what to write */
export async function readModuleManifest(folder: string): Promise<ModuleManifest> {
  const file = path.join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`There is no ${file}: portico runs in the folder of a module.`, { cause });
  });
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson({}, 'It is no JSON.'), manifestSchema), text);
  if (manifest.success) return manifest.output.portico;
  const [issue] = manifest.issues;
  const lacks = 'It needs a field "portico" such as { "key": "orders", "entry": "orders.js" }.';
  throw new CommandError(`${file}: ${issue.kind === 'schema' ? lacks : issue.message}`);
}
