import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltModule } from '../build/built-module';
import { findImports } from '../build/find-imports';
import { findUnaskedFiles } from '../build/find-unasked-files';
import { CheckError } from '../build/messages';
import { readDependencies } from '../build/read-dependencies';
import { listBuiltFiles, listPublishedFiles } from '../build/read-files';
import type { Observation } from '../observation/observe';
import { readLoadedFiles } from '../observation/read-loaded-files';
import { findBundler } from './bundler';
import { findInstalledReact, findOwnReacts } from './own-react';

/** The input of the rules. */
export type Evidence = Awaited<ReturnType<typeof collectEvidence>>;

/** @param maxSize in bytes, compressed */
export async function collectEvidence(module: BuiltModule, seen: Observation, maxSize: number) {
  const { dist, entry, folder, mirror, published } = module;
  const { loaded, misplaced, missing } = await readLoadedFiles(module, seen);
  const scripts = loaded.map(({ name }) => name).filter((name) => /\.m?js$/.test(name));
  const asked = [entry, published, ...loaded.map(({ name }) => name), ...misplaced];
  return {
    module,
    seen,
    maxSize,
    loaded,
    /** Requested files that do not exist. */
    missing,
    /** Files of the build that were requested by addresses of the page. */
    misplaced,
    /** Files of the build that the module never requests. A folder with a mirror contains only requested files. */
    unaskedFiles: mirror ? [] : await findUnaskedFiles(dist, asked),
    /** Whether the build has no other file to load than its entry. */
    isOneFile: (await listBuiltFiles(dist)).every((name) => name === entry || /\.(?:map|html|txt)$/.test(name)),
    /** The reason why `publish` would refuse the files. */
    unpublishable: mirror ? undefined : await findUnpublishable(dist),
    ownReacts: await findOwnReacts(dist, loaded),
    /** The form of the entry, and the bare names that the build imports. */
    ...(await findImports(dist, entry, [...scripts, ...(await listChunks(dist, seen))])),
    /** The version of React in the module's folder, if one is installed there. */
    installedReact: await findInstalledReact(folder),
    /** The packages that the module's package.json names, with their ranges. */
    dependencies: await readDependencies(folder),
    /** The bundler of the build, if known. */
    bundler: await findBundler(folder, loaded),
  };
}

/** Lists the scripts that register at a chunk loader of the page, also those that nothing has requested. */
async function listChunks(dist: string, { chunkLoaders }: Observation): Promise<string[]> {
  const scripts = (await listBuiltFiles(dist)).filter((name) => /\.m?js$/.test(name));
  const texts = await Promise.all(scripts.map((name) => readFile(path.join(dist, name), 'utf8')));
  return scripts.filter((_, index) => chunkLoaders.some(({ global }) => texts[index]?.includes(global)));
}

async function findUnpublishable(dist: string): Promise<string | undefined> {
  try {
    await listPublishedFiles(dist);
    return undefined;
  } catch (error) {
    if (error instanceof CheckError) return error.message;
    throw error;
  }
}
