import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { moduleFileMaxBytes, moduleFileNameSchema, toIntegrity } from '@portico/contract';
import * as v from 'valibot';
import { computeDigest } from './compute-digest';

export const mirrorSchema = v.object({
  /** Of the folder that a team hosts, with a slash at its end. */
  address: v.pipe(v.string(), v.url(), v.endsWith('/')),
  /** The integrity of files, by address, as far as it is known. */
  integrity: v.record(v.string(), v.string()),
});

/** A folder on a team's host, whose files a check fetches when the module asks for them. */
export type Mirror = v.InferOutput<typeof mirrorSchema>;

export async function readMirror(file: string): Promise<Mirror> {
  return v.parse(v.pipe(v.string(), v.parseJson(), mirrorSchema), await readFile(file, 'utf8'));
}

const timeout = 15_000;

/**
 * Fetches a file into the folder, unless it is there. What cannot be had, or has other content than the map pins, stays
 * missing.
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
