import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { moduleKeySchema, policyNeedsSchema } from '@portico/contract';
import * as v from 'valibot';
import { CommandError } from '../terminal/command-error';
import type { Mirror } from './mirror';

/** A built module. */
export interface BuiltModule extends ModuleManifest {
  /** The folder of its package.json. */
  readonly folder: string;
  /** The folder of its built files. */
  readonly dist: string;
  /** Where files are that `dist` lacks. */
  readonly mirror?: Mirror;
}

/** @throws CommandError when the manifest or the entry file is missing */
export async function readBuiltModule(folder: string, dist: string): Promise<BuiltModule> {
  const manifest = await readModuleManifest(folder);
  const built = path.resolve(folder, dist);
  const entry = path.join(built, manifest.entry);
  if (!existsSync(entry)) throw new CommandError(`${entry} does not exist: build the module first.`);
  return { ...manifest, folder, dist: built };
}

const manifestSchema = v.object({
  portico: v.object({
    key: moduleKeySchema,
    /** The entry file in the built folder, for example `remoteEntry.js`. */
    entry: v.pipe(
      v.string(),
      v.regex(/^(?!\/)(?!.*\.\.)[^\\?#]+\.js$/, 'The entry is the name of a .js file in the built folder.'),
    ),
    /** What it needs from the content policy of the page. */
    policy: v.optional(policyNeedsSchema),
  }),
});

/** The field `portico` of a module's package.json. */
type ModuleManifest = v.InferOutput<typeof manifestSchema>['portico'];

/** @throws CommandError when the field is missing or wrong */
export async function readModuleManifest(folder: string): Promise<ModuleManifest> {
  const file = path.join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`${file} does not exist: run portico in the folder of a module.`, { cause });
  });
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson({}, 'It is not valid JSON.'), manifestSchema), text);
  if (manifest.success) return manifest.output.portico;
  const [issue] = manifest.issues;
  const place = v.getDotPath(issue) ?? '';
  if (place.startsWith('portico.policy')) throw new CommandError(`${file}: "${place}" is wrong: ${issue.message}`);
  const lacks = 'It needs a field "portico", for example { "key": "orders", "entry": "orders.js" }.';
  throw new CommandError(`${file}: ${issue.kind === 'schema' ? lacks : issue.message}`);
}
