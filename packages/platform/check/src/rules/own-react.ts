import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { ScriptForm } from '../build/find-imports';
import { formatKilobytes } from '../build/messages';
import { readMap } from '../observation/name-source';
import { offered } from '../observation/portal-page';
import type { LoadedFile } from '../observation/read-loaded-files';
import { type Bundler, formatExternals } from './bundler';

/** The React of the portal, and those of a module. */
interface Reacts {
  readonly seen: { readonly react: string };
  readonly bundler?: Bundler | undefined;
  readonly form: ScriptForm;
  readonly bareImports: readonly string[];
  readonly ownReacts: Awaited<ReturnType<typeof findOwnReacts>>;
  readonly installedReact: string | undefined;
}

/** Messages that only React contains, minified or not. */
const messages = ['Minified React error #', 'Invalid hook call. Hooks can only be called'];

// Every react-dom passes its version to React's developer tools.
const version = /\bversion:\s*["'`](\d+\.\d+\.\d+[^"'`]*)["'`],\s*rendererPackageName:/;

/** Finds Reacts in loaded files only: a container may carry a React that it loads in portals without React. */
export async function findOwnReacts(dist: string, loaded: readonly LoadedFile[]) {
  const files = loaded.filter(({ text }) => messages.some((message) => text.includes(message)));
  return Promise.all(
    files.map(async (file) => {
      const size = await measure(dist, file);
      return {
        name: file.name,
        version: version.exec(file.text)?.[1],
        /** Compressed bytes of React in the file; of the whole file if the build has no source map. */
        size: size ?? file.size,
        isWholeFile: size === undefined,
      };
    }),
  );
}

const sources = /\bnode_modules\/(?:react|react-dom|scheduler)\//;
/** Minimum length of a fragment. */
const fragment = 32;

/** Measures React's share of a file, compressed; `undefined` without a source map that names React. */
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

export async function findInstalledReact(folder: string): Promise<string | undefined> {
  try {
    const file = createRequire(path.resolve(folder, 'package.json')).resolve('react/package.json');
    return v.parse(manifestSchema, await readFile(file, 'utf8')).version;
  } catch {
    return undefined;
  }
}

const reacts = offered.filter((name) => name.startsWith('react'));

/** Whether a name is React's, or a part of it that the portal does not have. */
function isReact(name: string): boolean {
  return /^(?:react|react-dom)(?:\/|$)/.test(name);
}

/** Describes Reacts in the build. They are allowed: a module needs its own for another major version. */
export function describeOwnReact({ bareImports, bundler, form, ownReacts, seen }: Reacts): string[] {
  const sharing =
    form === 'script'
      ? 'share react, react/, react-dom and react-dom/ in the container.'
      : `leave ${reacts.join(', ')} out of the build.${formatExternals([...reacts, ...bareImports.filter((name) => !isReact(name))], bundler)}`;
  return ownReacts.map(({ isWholeFile, name, size, version }) => {
    const own = version === undefined ? 'its own React' : `its own React ${version}`;
    const costs = isWholeFile ? `in ${name} (${formatKilobytes(size)})` : `${formatKilobytes(size)} of ${name}`;
    const isOther = version !== undefined && getMajor(version) !== getMajor(seen.react);
    return `It brings ${own}, ${costs}. ${isOther ? `The portal has ${seen.react}.` : `To use the portal's ${seen.react}: ${sharing}`}`;
  });
}

/**
 * React 18 builds look for these internals in the portal's React, and React 17 builds call these functions; single-spa-react
 * calls one by its name.
 */
const formerParts =
  /renderType "\w+" did not return a function|ReactCurrent(?:Owner|Dispatcher|BatchConfig)|\b(?:render|hydrate|unmountComponentAtNode|findDOMNode)\)? is not a function/;

/**
 * Explains why a build for another React fails on the portal's, with the line that bundles its own; `undefined` for other
 * messages.
 */
export function explainReactMismatch(message: string, evidence: Reacts): string | undefined {
  const { bareImports, bundler, form, installedReact, ownReacts, seen } = evidence;
  if (!formerParts.test(message)) return undefined;
  const built = ownReacts.find(({ version }) => version !== undefined)?.version ?? installedReact;
  const isOlder = built !== undefined && getMajor(built) < getMajor(seen.react);
  // Without the folder of the build, these names tell its React.
  if (!isOlder && !/ReactCurrent|\bReactDOM\./.test(message)) return undefined;
  const fix =
    form === 'script'
      ? ''
      : formatExternals(
          bareImports.filter((name) => !isReact(name)),
          bundler,
        );
  const remedy = form === 'script' ? 'share no React in the container' : 'bundle its own React';
  return `It was built for React ${isOlder ? built : '18 or older'} and got React ${seen.react} of the portal: ${remedy}, or move to React ${getMajor(seen.react)}.${fix}`;
}

function getMajor(version: string): number {
  return Number.parseInt(version, 10);
}
