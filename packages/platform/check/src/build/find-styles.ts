import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { readAssetGroup } from './read-asset-group';
import { listBuiltFiles } from './read-files';

/**
 * Finds the style sheets that a bundler extracted for an entry, by its manifests, a page of the build that loads the entry,
 * or their names. No script loads them. Sheets of a page without the entry, as beside a container, belong to that page.
 * @param declared the names in package.json
 * @returns the names of the sheets that the entry needs, in their order, and of those that nothing loads
 */
export async function findStyles(dist: string, entry: string, declared?: readonly string[]) {
  const files = await listBuiltFiles(dist);
  const read = (pattern: RegExp) =>
    Promise.all(files.filter((name) => pattern.test(name)).map((name) => readFile(path.join(dist, name), 'utf8')));
  const [scripts, pages] = await Promise.all([read(/\.m?js$/), read(/\.html$/)]);
  const known = declared ?? (await readViteManifest(dist, entry));
  const others = pages.filter((text) => known !== undefined || !text.includes(path.posix.basename(entry)));
  const orphans = files.filter(
    (name) => name.endsWith('.css') && !isNamed(name, scripts) && !others.some((text) => text.includes(name)),
  );
  const page = pages.find((text) => text.includes(path.posix.basename(entry))) ?? '';
  const linked = orphans.filter((name) => page.includes(name));
  const candidates = [
    (await readAssetGroup(dist, entry)).filter((name) => orphans.includes(name)),
    linked.sort((one, other) => page.indexOf(one) - page.indexOf(other)),
    orphans.filter((name) => getStem(name) === getStem(entry)),
    orphans.length === 1 ? orphans : [],
  ];
  const styles = known ?? candidates.find((found) => found.length > 0) ?? [];
  return { styles, unasked: orphans.filter((name) => !styles.includes(name) && !isNumbered(name, scripts)) };
}

/** Removes folder, hash and extensions: `assets/main-Dx81_aBc.css` is `main`. */
function getStem(name: string): string {
  const [stem = ''] = path.posix.basename(name).split('.');
  return stem.replace(/-[\w-]{8,}$/, '');
}

/** Whether a script contains the name of a file, or its hash. */
function isNamed(name: string, scripts: readonly string[]): boolean {
  const base = path.posix.basename(name);
  const [, hash] = /[.-]([\w-]{8,})\.css$/.exec(base) ?? [];
  return scripts.some((text) => text.includes(base) || (hash !== undefined && text.includes(`"${hash}"`)));
}

/**
 * Whether webpack or Rspack may load a file as the style sheet of a chunk, by the name of the chunk. In a federation, one
 * script requests the chunk and another one loads styles.
 */
function isNumbered(name: string, scripts: readonly string[]): boolean {
  const chunk = path.posix.basename(name).split('.')[0] ?? '';
  const isAsked = scripts.some((text) => [`"${chunk}"`, `.e(${chunk})`].some((id) => text.includes(id)));
  return isAsked && scripts.some((text) => text.includes('.css'));
}

const viteManifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
  }),
);

/** The style sheets of an entry and of what it imports, from Vite's manifest; `undefined` without one. */
async function readViteManifest(dist: string, entry: string): Promise<string[] | undefined> {
  for (const file of ['.vite/manifest.json', 'manifest.json']) {
    const text = await readFile(path.join(dist, file), 'utf8').catch(() => undefined);
    const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), viteManifestSchema), text);
    if (!manifest.success) continue;
    const chunks = manifest.output;
    const first = Object.keys(chunks).find((name) => chunks[name]?.file === entry);
    if (first === undefined) continue;
    const found = new Set<string>();
    const visited = new Set<string>();
    const visit = (name: string) => {
      const chunk = chunks[name];
      if (!chunk || visited.has(name)) return;
      visited.add(name);
      // Imported chunks come first.
      for (const imported of chunk.imports) visit(imported);
      for (const sheet of chunk.css) found.add(sheet);
    };
    visit(first);
    // Without code splitting of styles, one file has all of them.
    const whole = chunks['style.css']?.file;
    return [...found, ...(whole === undefined ? [] : [whole])];
  }
  return undefined;
}
