import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonFileSchema } from '@portico/contract';
import * as v from 'valibot';

const names = v.array(v.string());
const group = v.union([names, v.array(v.object({ name: v.string() })), v.record(v.string(), names)]);

/** The stats of webpack and Rspack, and the manifests of their plugins: the assets of each entry, by kind or in one list. */
const entriesSchema = v.object({
  entrypoints: v.union([names, v.record(v.string(), v.union([names, v.object({ assets: group })]))]),
});

/** The manifest of a federation. Source: https://module-federation.io/configure/manifest */
const federationSchema = v.object({
  metaData: v.object({ remoteEntry: v.object({ name: v.string() }) }),
  exposes: v.array(v.object({ assets: v.object({ css: v.object({ sync: names }) }) })),
});

const files = ['asset-manifest.json', 'assets-manifest.json', 'manifest.json', 'stats.json', 'mf-manifest.json'];

/** Reads the files that a page loads together with an entry, as the bundler's manifests say; none without a manifest. */
export async function readAssetGroup(dist: string, entry: string): Promise<string[]> {
  for (const file of files) {
    const text = await readFile(path.join(dist, file), 'utf8').catch(() => '');
    const parsed = v.safeParse(v.pipe(jsonFileSchema, v.union([entriesSchema, federationSchema])), text);
    const groups = parsed.success ? listGroups(parsed.output) : [];
    const found = groups.find((assets) => assets.includes(entry));
    if (found) return found;
  }
  return [];
}

type Manifest = v.InferOutput<typeof entriesSchema> | v.InferOutput<typeof federationSchema>;

function listGroups(manifest: Manifest): string[][] {
  if ('exposes' in manifest) {
    const sheets = manifest.exposes.flatMap(({ assets }) => assets.css.sync);
    return [[manifest.metaData.remoteEntry.name, ...sheets].map(toFileName)];
  }
  const { entrypoints } = manifest;
  if (Array.isArray(entrypoints)) return [entrypoints.map(toFileName)];
  return Object.values(entrypoints).map((entry) => {
    const assets = Array.isArray(entry) ? entry : entry.assets;
    return (Array.isArray(assets) ? assets : Object.values(assets).flat()).map(toFileName);
  });
}

function toFileName(asset: string | { readonly name: string }): string {
  return (typeof asset === 'string' ? asset : asset.name).replace(/^(?:\.?\/)+/, '');
}
