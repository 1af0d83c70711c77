import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Declarations,
  declarationsSchema,
  findForeignPage,
  jsonFileSchema,
  type PolicyNeeds,
  policyNeedsSchema,
} from '@portico/contract';
import {
  type FederationManifest,
  isFederationManifest,
  newDeclarationsSchema,
  parseFederationManifest,
  publishedNameSchema,
  type SharedAddresses,
  sharedPackagesSchema,
} from '@portico/contract/publishing';
import * as v from 'valibot';
import { findStyles } from './find-styles';
import { CheckError, formatList } from './messages';
import { fetchIntoFolder, type Mirror } from './mirror';
import { listBuiltFiles } from './read-files';
import { findStyleScope } from './scope-file';

/** A built module. */
export interface BuiltModule extends Omit<ModuleManifest, 'entry' | 'styles'> {
  /** The name of the script that pages load. */
  readonly entry: string;
  /** The entry of package.json: the script, or the manifest of a federation that names it. */
  readonly published: string;
  /** Names of the style sheets that the entry needs and no script loads. */
  readonly styles: readonly string[];
  /** Names of the style sheets that nothing loads. */
  readonly unaskedStyles: readonly string[];
  /** The details of the container, from the manifest of a federation. */
  readonly container?: Pick<FederationManifest, 'expose' | 'global'>;
  /** The folder of its package.json. */
  readonly folder: string;
  /** The folder of its built files. */
  readonly dist: string;
  /** The addresses of the packages and modules that it imports, for a check. */
  readonly packages?: Omit<SharedAddresses, 'integrity'>;
  /** The needs that the operator allows, if known; otherwise the check allows all that the module declares. */
  readonly allowed?: PolicyNeeds;
  /** A sentence for each live module that its types break, if the portal was asked. */
  readonly typeBreaks?: readonly string[];
  /** The scope of its style sheets; absent if the files are published as they are. */
  readonly styleScope?: string | undefined;
  /** Whether its source maps are published. */
  readonly withMaps?: boolean | undefined;
  /** The source of files that `dist` lacks. */
  readonly mirror?: Mirror | undefined;
}

/**
 * @param mirror the source of files that `dist` lacks
 * @throws CheckError when package.json or the entry file is missing or wrong
 */
export async function readBuiltModule(folder: string, dist: string, mirror?: Mirror): Promise<BuiltModule> {
  const { entry: published, styles: declared, ...manifest } = await readModuleManifest(folder);
  const { types } = manifest;
  if (types !== undefined && !existsSync(path.resolve(folder, types))) {
    throw new CheckError(`${path.join(folder, types)} does not exist: portico.types names the file with its types.`);
  }
  const built = path.resolve(folder, dist);
  const requireFile = async (name: string) => {
    if (mirror) await fetchIntoFolder(name, built, mirror);
    const file = path.join(built, name);
    if (!existsSync(file)) throw new CheckError(`${file} does not exist: ${await adviseName(built)}`);
  };
  await requireFile(published);
  const script = await resolveEntry(built, published);
  await requireFile(script.entry);
  for (const sheet of declared ?? []) await requireFile(sheet);
  const { styles, unasked: unaskedStyles } = await findStyles(built, script.entry, declared);
  const styleScope = mirror ? undefined : findStyleScope(manifest);
  return { ...manifest, ...script, published, styles, unaskedStyles, folder, dist: built, styleScope, mirror };
}

/** Advises what to do about a file that a built folder lacks. */
async function adviseName(built: string): Promise<string> {
  const names = await listBuiltFiles(built).catch((): string[] => []);
  const scripts = names.filter((name) => /\.m?js$|^mf-manifest\.json$/.test(name));
  if (scripts.length === 0) return 'build the module first.';
  return `the folder has ${formatList(scripts, 5)}. Name one of them in package.json, "portico": { "entry": "${scripts[0]}" }, or change the build to write this file.`;
}

/** Follows the manifest of a federation to the script that it names. */
async function resolveEntry(built: string, published: string): Promise<Pick<BuiltModule, 'entry' | 'container'>> {
  if (!isFederationManifest(published)) return { entry: published };
  const file = path.join(built, published);
  try {
    const { entry, scripts: _, ...container } = parseFederationManifest(await readFile(file, 'utf8'));
    return { entry: path.posix.join(path.posix.dirname(published), entry), container };
  } catch (cause) {
    const { message } = cause instanceof Error ? cause : new Error(String(cause));
    throw new CheckError(`${file} is not the manifest of a federation: ${message}`, { cause });
  }
}

/** A file inside a folder. */
function fileSchema(ending: RegExp, message: string) {
  return v.pipe(v.string(), v.regex(/^(?!\/)(?!.*\.\.)[^\\?#]+$/, message), v.regex(ending, message));
}

const manifestSchema = v.object({
  portico: v.strictObject({
    /** The key of a module, or the name of a package. */
    key: publishedNameSchema,
    /** The entry file in the built folder, for example `remoteEntry.js`. */
    entry: fileSchema(
      /(?:[^/]\.m?js|mf-manifest\.json)$/,
      'The entry is the name of a .js or .mjs file in the built folder, or mf-manifest.json.',
    ),
    /** Its needs from the content policy of the page. */
    policy: v.optional(policyNeedsSchema),
    /** The packages of teams that it imports by name. */
    shared: v.optional(sharedPackagesSchema),
    /** The file with the types of what it exports, for example `dist/types.d.ts`. */
    types: v.optional(fileSchema(/[^/]\.d\.ts$/, 'The types are one .d.ts file of the module.')),
    ...declarationsSchema.entries,
    /** Style sheets in the built folder that the entry needs, if the build does not name them; or `global`. */
    styles: v.optional(
      v.union(
        [
          v.literal('global'),
          v.array(fileSchema(/[^/]\.css$/, 'A style sheet is the name of a .css file in the built folder.')),
        ],
        'The styles are a list of .css files in the built folder, or "global".',
      ),
    ),
  }),
});

/** The field `portico` of a module's package.json. */
type ManifestFields = v.InferOutput<typeof manifestSchema>['portico'];

/** The field, with what the module adds to the portal as one object. */
interface ModuleManifest extends Omit<ManifestFields, 'styles'> {
  readonly styles?: readonly string[];
  readonly declarations: Declarations;
}

/** @throws CheckError when the field is missing or wrong */
export async function readModuleManifest(folder: string): Promise<ModuleManifest> {
  const file = path.join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CheckError(`${file} does not exist: run portico in the folder of a module.`, { cause });
  });
  const manifest = v.safeParse(v.pipe(jsonFileSchema, manifestSchema), text);
  if (!manifest.success) throw new CheckError(`${file}: ${describeIssue(manifest.issues[0])}`);
  const { styles, ...fields } = manifest.output.portico;
  const isGlobal = styles === 'global';
  const declarations = v.safeParse(newDeclarationsSchema, { ...fields, ...(isGlobal && { styles }) });
  if (!declarations.success) throw new CheckError(`${file}: ${declarations.issues[0].message}`);
  const foreign = findForeignPage(fields.key, declarations.output);
  if (foreign !== undefined) {
    throw new CheckError(`${file}: the page ${foreign} starts with neither the key nor one of the routes.`);
  }
  return { ...fields, ...(styles && !isGlobal && { styles }), declarations: declarations.output };
}

/** Names the field and what is wrong with it. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue);
  if (place === null) return issue.message;
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const fields = place.startsWith('portico.policy.')
      ? policyNeedsSchema.entries
      : manifestSchema.entries.portico.entries;
    return `"${place}" is not known: this field has ${Object.keys(fields).join(', ')}.`;
  }
  if (issue.input === undefined || place === 'portico') {
    return `It needs a field "${place}", for example { "key": "orders", "entry": "orders.js" }.`;
  }
  return `"${place}" is wrong: ${issue.message}`;
}
