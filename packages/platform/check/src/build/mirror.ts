import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Entry, PolicyNeeds } from '@portico/contract';
import {
  moduleFileMaxBytes,
  moduleFileNameSchema,
  moduleVersionMaxBytes,
  toIntegrity,
} from '@portico/contract/publishing';
import * as v from 'valibot';
import { computeDigest } from './read-files';

/** A folder on a team's host, whose files a check fetches when the module asks for them. */
export interface Mirror {
  /** The address of the folder, with a slash at its end. */
  readonly address: string;
  /** The known integrity of files, by address. */
  readonly integrity: Readonly<Record<string, string>>;
}

/** A package or a module that a module imports, for a check without access to a portal. */
export interface LocalPackage {
  /** The folder of its files. */
  readonly folder: string;
  readonly entry: string;
  /** The source of files that the folder lacks. */
  readonly mirror?: Mirror | undefined;
  /** The import map's details of its entry; the style sheets by their names in the folder. */
  readonly details: Entry;
  /** Its needs from the content policy of the page. */
  readonly policy: PolicyNeeds;
}

const timeout = 15_000;

/** The bytes that were fetched from each mirror: a module may ask for any number of files, which could fill the disk. */
const fetchedBytes = new WeakMap<Mirror, number>();

/**
 * Fetches a file into the folder, unless the folder has it. A file stays missing if its host does not send it, if it has
 * another integrity than the import map pins, or if the files are too large together.
 */
export async function fetchIntoFolder(name: string, folder: string, mirror: Mirror): Promise<void> {
  const { address, integrity } = mirror;
  const file = path.join(folder, name);
  if (!v.is(moduleFileNameSchema, name) || existsSync(file)) return;
  const url = new URL(name, address).href;
  const content = await fetchContent(url).catch(() => undefined);
  const pinned = integrity[url];
  if (content === undefined || (pinned !== undefined && pinned !== toIntegrity(computeDigest(content)))) return;
  const total = (fetchedBytes.get(mirror) ?? 0) + content.length;
  if (total > moduleVersionMaxBytes) return;
  fetchedBytes.set(mirror, total);
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
