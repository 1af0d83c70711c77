import path from 'node:path';
import type { ImportMap } from '@portico/contract';
import * as v from 'valibot';
import { readBuildJson, readBuildText } from '../registry/build-files';

const fileSchema = v.object({ address: v.string(), integrity: v.string() });

const shellPageSchema = v.object({
  /** SystemJS. */
  system: fileSchema,
  /** import-map-overrides, for the pages of developers. */
  overrides: fileSchema,
  /** The address of the chunk that calls the API. */
  api: v.string(),
  /** The addresses of the catalogues, by language: the texts that are needed before sign-in, and the others. */
  locales: v.record(v.string(), v.object({ first: v.string(), rest: v.string() })),
});

/** The files of the build that the page needs. */
export interface ShellFiles extends v.InferOutput<typeof shellPageSchema> {
  readonly importMap: ImportMap;
  /** The script and the style sheet that are inlined in the page. */
  readonly firstPaint: string;
  readonly frame: string;
}

/**
 * Reads the files from the folder of the build for every page, so that a rebuild needs no restart.
 * @param importMap the map of the page
 * @throws BuildError
 */
export async function readShellFiles(directory: string, importMap: ImportMap): Promise<ShellFiles> {
  const [page, firstPaint, frame] = await Promise.all([
    readBuildJson(path.join(directory, 'page.json'), shellPageSchema),
    readBuildText(path.join(directory, 'page/first-paint.js')),
    readBuildText(path.join(directory, 'page/frame.css')),
  ]);
  return { importMap, ...page, firstPaint, frame };
}
