import * as v from 'valibot';
import { moduleFileNameSchema } from './published-names';

const pathSchema = v.pipe(v.string(), v.maxLength(200));
const dropDot = (name: string) => name.replace(/^\.\//, '');
// Files are in the folder of the manifest, or below: one elsewhere would be none of the module's.
const fileSchema = v.pipe(pathSchema, v.transform(dropDot), moduleFileNameSchema);
// A manifest that named itself would lead nowhere, again and again.
const scriptSchema = v.pipe(fileSchema, v.regex(/\.m?js$/, 'A remote entry is a script.'));
const entrySchema = v.pipe(
  v.object({ name: pathSchema, path: v.optional(pathSchema, '') }),
  v.transform(({ name, path }) => [...path.split('/').filter((part) => part && part !== '.'), dropDot(name)].join('/')),
  scriptSchema,
);
const filesSchema = v.optional(v.object({ sync: v.optional(v.array(fileSchema), []) }), {});

/** `mf-manifest.json` as far as the portal reads it. Source: https://module-federation.io/configure/manifest */
const manifestSchema = v.object({
  metaData: v.object({
    globalName: v.optional(v.string()),
    remoteEntry: entrySchema,
  }),
  exposes: v.array(
    // Containers load the style sheets of what they expose themselves.
    v.object({ path: pathSchema, assets: v.optional(v.object({ js: filesSchema }), {}) }),
  ),
});

/** One remote in the manifest of a federation. All names are those of files beside the manifest. */
export interface FederationManifest {
  readonly entry: string;
  /** The global in which a remote of type `var` leaves its container. */
  readonly global?: string;
  /** The name under which it exposes the module: `./app`, in any case, or the only one. */
  readonly expose: string;
  /** The scripts that this loads at once. */
  readonly scripts: readonly string[];
}

/** Whether a name is that of a manifest. */
export function isFederationManifest(name: string): boolean {
  return /(?:^|\/)mf-manifest\.json$/.test(name);
}

/** @throws Error that says what is wrong */
export function parseFederationManifest(text: string): FederationManifest {
  const { metaData, exposes } = v.parse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  const isApp = ({ path }: { path: string }) => path.toLowerCase() === './app';
  const exposed = exposes.find(isApp) ?? (exposes.length === 1 ? exposes[0] : undefined);
  if (exposed === undefined) {
    throw new Error(`It exposes ${exposes.map(({ path }) => path).join(', ') || 'nothing'}, not "./app".`);
  }
  const { globalName, remoteEntry: entry } = metaData;
  return {
    entry,
    ...(globalName !== undefined && { global: globalName }),
    expose: exposed.path,
    scripts: exposed.assets.js?.sync ?? [],
  };
}
