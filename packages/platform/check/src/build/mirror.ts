import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { moduleFileMaxBytes, moduleFileNameSchema, policyNeedsSchema, toIntegrity } from '@portico/contract';
import * as v from 'valibot';
import { computeDigest } from './read-files';

const mirrorSchema = v.object({
  /** The address of the folder on the team's host, with a slash at its end. */
  address: v.pipe(v.string(), v.url(), v.endsWith('/')),
  /** The known integrity of files, by address. */
  integrity: v.record(v.string(), v.string()),
});

/** A folder on a team's host, whose files a check fetches when the module asks for them. */
export type Mirror = v.InferOutput<typeof mirrorSchema>;

const localPackageSchema = v.object({
  /** The folder of its files. */
  folder: v.string(),
  entry: v.string(),
  /** The source of files that the folder lacks. */
  mirror: v.optional(mirrorSchema),
  /** The import map's details of its entry. */
  details: v.object({
    form: v.optional(v.picklist(['es-module'])),
    expose: v.optional(v.string()),
    global: v.optional(v.string()),
  }),
  /** Its needs from the content policy of the page. */
  policy: v.optional(policyNeedsSchema),
});

/** The packages and modules that a module imports, by name, for a check without access to a portal. */
export type LocalPackages = Readonly<Record<string, v.InferOutput<typeof localPackageSchema>>>;

/** The input of a check without access to a portal. */
export const isolatedFilesSchema = v.object({
  mirror: v.optional(mirrorSchema),
  packages: v.record(v.string(), localPackageSchema),
});

const timeout = 15_000;

/**
 * Fetches a file into the folder, unless the folder has it. A file stays missing if its host does not send it, or if it
 * has another integrity than the import map pins.
 */
export async function fetchIntoFolder(name: string, folder: string, { address, integrity }: Mirror): Promise<void> {
  const file = path.join(folder, name);
  if (!v.is(moduleFileNameSchema, name) || existsSync(file)) return;
  const url = new URL(name, address).href;
  const content = await fetchContent(url).catch(() => undefined);
  const pinned = integrity[url];
  if (content === undefined || (pinned !== undefined && pinned !== toIntegrity(computeDigest(content)))) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function fetchContent(url: string): Promise<Buffer | undefined> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!response.ok) return undefined;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > moduleFileMaxBytes) return undefined;
  }
  return Buffer.concat(chunks);
}
