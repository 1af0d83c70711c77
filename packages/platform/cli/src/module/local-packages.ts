import { readFile } from 'node:fs/promises';
import { policyNeedsSchema } from '@portico/contract';
import * as v from 'valibot';
import { mirrorSchema } from './mirror';

const localPackageSchema = v.object({
  /** Of its files, those of which are missing that a team hosts. */
  folder: v.string(),
  entry: v.string(),
  mirror: v.optional(mirrorSchema),
  /** What the import map says of its entry. */
  details: v.object({
    form: v.optional(v.picklist(['es-module'])),
    expose: v.optional(v.string()),
    global: v.optional(v.string()),
  }),
  /** What it needs from the content policy of the page. */
  policy: v.optional(policyNeedsSchema),
});

/** What a module imports by name, for a check that reaches no portal: packages of teams and other modules. */
export type LocalPackages = Readonly<Record<string, v.InferOutput<typeof localPackageSchema>>>;

export async function readLocalPackages(file: string): Promise<LocalPackages> {
  const schema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), localPackageSchema));
  return v.parse(schema, await readFile(file, 'utf8'));
}
