import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { modulePreloadsMax } from '@portico/contract/publishing';
import type { BuiltModule } from '../build/built-module';
import { findAsset } from './find-asset';
import { getFileName } from './name-source';
import type { Observation } from './observe';

/** A file that the browser loads until the module is on screen. */
export interface LoadedFile {
  /** Path below the built folder. */
  readonly name: string;
  readonly text: string;
  /** In bytes, compressed. */
  readonly size: number;
}

/**
 * Reads the files that the browser requested, each once.
 * @returns the files, the names of missing files, and those of files that it requested from the portal instead of the
 *   module's folder
 */
export async function readLoadedFiles(
  module: Pick<BuiltModule, 'dist' | 'key'>,
  { base, portal, requests }: Pick<Observation, 'base' | 'portal' | 'requests'>,
) {
  const names = requests
    .filter(({ url }) => url.startsWith(base))
    .flatMap(({ url }) => getFileName(url, new URL(base).pathname) ?? []);
  const loaded: LoadedFile[] = [];
  const missing: string[] = [];
  for (const name of new Set(names)) {
    const content = await readFile(path.join(module.dist, name)).catch(() => undefined);
    if (content) loaded.push({ name, text: content.toString(), size: gzipSync(content).length });
    else missing.push(name);
  }
  const misplaced = requests
    .filter(({ url }) => new URL(url).origin === portal)
    .flatMap(({ url }) => findAsset(module, url) ?? []);
  return { loaded, missing, misplaced: [...new Set(misplaced)] };
}

/**
 * Finds the scripts that a page of the module should preload: those that it loaded until it was on screen, the first ones
 * if they are many.
 */
export function findPreloads(
  { entry }: Pick<BuiltModule, 'entry'>,
  { base, requests }: Pick<Observation, 'base' | 'requests'>,
  loaded: readonly Pick<LoadedFile, 'name'>[],
): string[] {
  const scripts = new Set(requests.filter(({ kind }) => kind === 'script').map(({ url }) => url));
  return loaded
    .map(({ name }) => name)
    .filter((name) => name !== entry && /\.m?js$/.test(name) && scripts.has(base + name))
    .slice(0, modulePreloadsMax);
}
