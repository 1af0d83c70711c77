import * as v from 'valibot';
import { withoutByteOrderMark } from '../byte-order-mark';
import { moduleFileNameSchema } from './module-file-name';

const pathSchema = v.pipe(v.string(), v.maxLength(200));
const dropDot = (name: string) => name.replace(/^\.\//, '');
// Files are in the folder of the manifest or below it. Files elsewhere do not belong to the module.
const fileSchema = v.pipe(pathSchema, v.transform(dropDot), moduleFileNameSchema);
// Must be a script: a manifest that names itself would be read again and again.
const scriptSchema = v.pipe(fileSchema, v.regex(/\.m?js$/, 'A remote entry is a script.'));
const entrySchema = v.pipe(
  v.object({ name: pathSchema, path: v.optional(pathSchema, '') }),
  v.transform(({ name, path }) => [...path.split('/').filter((part) => part && part !== '.'), dropDot(name)].join('/')),
  scriptSchema,
);
const filesSchema = v.optional(v.object({ sync: v.optional(v.array(fileSchema), []) }), {});

/** The properties of `mf-manifest.json` that the portal reads. Source: https://module-federation.io/configure/manifest */
const manifestSchema = v.object({
  metaData: v.object({
    globalName: v.optional(v.string()),
    remoteEntry: entrySchema,
  }),
  exposes: v.array(
    // Without style sheets: containers load them by themselves.
    v.object({ path: pathSchema, assets: v.optional(v.object({ js: filesSchema }), {}) }),
  ),
});

/** A remote in a federation manifest. File names are relative to the manifest. */
export interface FederationManifest {
  readonly entry: string;
  /** The global of the container of a remote of type `var`. */
  readonly global?: string;
  /** The name under which it exposes the module: `./app`, in any case, or the only one. */
  readonly expose: string;
  /** The scripts that the exposed module loads immediately. */
  readonly scripts: readonly string[];
}

/** Whether a file name is that of a federation manifest. */
export function isFederationManifest(name: string): boolean {
  return /(?:^|\/)mf-manifest\.json$/.test(name);
}

/** Parses a federation manifest, or throws an Error that says what is wrong. */
export function parseFederationManifest(text: string): FederationManifest {
  const schema = v.pipe(v.string(), v.parseJson(), manifestSchema);
  const { metaData, exposes } = v.parse(schema, withoutByteOrderMark(text), { abortEarly: true });
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
