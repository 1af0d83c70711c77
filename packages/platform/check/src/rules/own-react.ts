import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { readMap } from '../observation/name-source';
import type { LoadedFile } from '../observation/read-loaded-files';

/** A React that a file of a build contains. */
export interface OwnReact {
  /** The name of the file. */
  readonly name: string;
  /** Such as `18.3.1`; absent if the file does not tell. */
  readonly version?: string;
  /** What React takes of the file, in bytes, compressed; the whole file if the build has no source map. */
  readonly size: number;
  readonly isWholeFile: boolean;
}

/** Messages that only React contains, minified or not. */
const messages = ['Minified React error #', 'Invalid hook call. Hooks can only be called'];

// Every react-dom tells it to React's developer tools.
const version = /\bversion:\s*["'`](\d+\.\d+\.\d+[^"'`]*)["'`],\s*rendererPackageName:/;

/** Looks at loaded files only: a container may carry a React that it loads in portals without React. */
export async function findOwnReacts(dist: string, loaded: readonly LoadedFile[]): Promise<OwnReact[]> {
  const files = loaded.filter(({ text }) => messages.some((message) => text.includes(message)));
  return Promise.all(
    files.map(async (file) => {
      const found = version.exec(file.text)?.[1];
      const size = await measure(dist, file);
      return {
        name: file.name,
        ...(found !== undefined && { version: found }),
        size: size ?? file.size,
        isWholeFile: size === undefined,
      };
    }),
  );
}

const sources = /\bnode_modules\/(?:react|react-dom|scheduler)\//;
/** Minimum length of a fragment. */
const fragment = 32;

/** What React takes of a file, compressed, by the source map of the build; `undefined` without one that names React. */
async function measure(dist: string, { name, text }: LoadedFile): Promise<number | undefined> {
  const map = await readMap(dist, name);
  if (map === undefined) return undefined;
  const fragments = text.split('\n').flatMap((line, row) =>
    Array.from({ length: Math.ceil(line.length / fragment) }, (_, index) => index * fragment)
      .filter((column) => {
        const found = map.findEntry(row, column);
        return 'originalSource' in found && sources.test(found.originalSource ?? '');
      })
      .map((column) => line.slice(column, column + fragment)),
  );
  return fragments.length === 0 ? undefined : gzipSync(fragments.join('')).length;
}

const manifestSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/** The version of React that is installed in a module's folder, for which it was built. */
export async function findInstalledReact(folder: string): Promise<string | undefined> {
  try {
    const file = createRequire(path.resolve(folder, 'package.json')).resolve('react/package.json');
    return v.parse(manifestSchema, await readFile(file, 'utf8')).version;
  } catch {
    return undefined;
  }
}
