import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ImportMap, importMapSchema } from '@portico/contract';
import * as v from 'valibot';
import { PageFault } from './page-fault';

const fileSchema = v.object({ address: v.string(), integrity: v.string() });

const shellPageSchema = v.object({
  system: fileSchema,
  overrides: fileSchema,
  api: v.string(),
  locales: v.record(v.string(), v.object({ first: v.string(), rest: v.string() })),
});

type ShellFile = v.InferOutput<typeof fileSchema>;

/** What the build made for the page host. */
export interface ShellFiles {
  readonly importMap: ImportMap;
  /** SystemJS. */
  readonly system: ShellFile;
  /** import-map-overrides, for the pages of developers. */
  readonly overrides: ShellFile;
  /** The address of what calls the API. */
  readonly api: string;
  /** The addresses of the catalogues, by language: the texts that are needed before sign-in, and the others. */
  readonly locales: Readonly<Record<string, { readonly first: string; readonly rest: string }>>;
  /** The script and the style sheet that stand in the page itself. */
  readonly firstPaint: string;
  readonly frame: string;
}

/**
 * Reads them from the build's folder, anew for every page, so that a rebuild needs no restart.
 * @param importMap the one of the page
 * @throws PageFault which names the file and its fault
 */
export async function readShellFiles(directory: string, importMap: ImportMap): Promise<ShellFiles> {
  const [page, firstPaint, frame] = await Promise.all([
    readJson(path.join(directory, 'page.json'), shellPageSchema),
    readText(path.join(directory, 'page/first-paint.js')),
    readText(path.join(directory, 'page/frame.css')),
  ]);
  return { importMap, ...page, firstPaint, frame };
}

/**
 * Reads the import map of the build.
 * @param importMapFile the one in its place, if there is one
 * @throws PageFault which names the file and its fault
 */
export function readImportMap(directory: string, importMapFile?: string): Promise<ImportMap> {
  return readJson(importMapFile ?? path.join(directory, 'import-map.json'), importMapSchema);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new PageFault(`${path.basename(file)} cannot be read.`, { cause });
  }
}

async function readJson<Schema extends v.GenericSchema>(file: string, schema: Schema): Promise<v.InferOutput<Schema>> {
  const name = path.basename(file);
  const result = v.safeParse(schema, parseJson(await readText(file), name));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new PageFault(`${name} has a fault at "${v.getDotPath(issue) ?? 'document'}": ${issue.message}`);
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PageFault(`${name} is not valid JSON.`, { cause });
  }
}
