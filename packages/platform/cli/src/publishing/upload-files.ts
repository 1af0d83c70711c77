import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuiltModule, computeDigest, formatKilobytes, type ReadFile, readFiles } from '@portico/check';
import { fileDigestsSchema } from '@portico/contract/publishing';
import { getModulePath, type ServerApi } from '../server/server-api';
import { getTypesName } from './ask-portal';

/** Reads the files of a built module that are published, and its types, which are published beside its entry. */
export async function readPublishedFiles(module: BuiltModule): Promise<ReadFile[]> {
  const { dist, entry, folder, styleScope, types, withMaps } = module;
  const files = await readFiles(dist, styleScope, withMaps);
  if (types === undefined) return files;
  const name = getTypesName(entry);
  const content = await readFile(path.resolve(folder, types));
  // The built folder may contain the same file.
  return [...files.filter((file) => file.name !== name), { name, content, digest: computeDigest(content) }];
}

/** Number of simultaneous requests. */
const atOnce = 4;

/**
 * Uploads the files of a module that the portal lacks, unless the team hosts them at a URL. Publishes nothing.
 * @throws CommandError for the first upload that fails; the others stop
 */
export async function uploadFiles(api: ServerApi, key: string, files: readonly ReadFile[], url?: string) {
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  const count = `${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatKilobytes(size)}`;
  if (url !== undefined) return console.log(`${count}; the portal fetches and compares what is at ${url}.`);
  const path = getModulePath(key);
  const byDigest = new Map(files.map((file) => [file.digest, file]));
  const { digests } = await api.create(`${path}/missing-files`, { digests: [...byDigest.keys()] }, fileDigestsSchema);
  const missing = digests.flatMap((digest) => byDigest.get(digest) ?? []);
  console.log(`${count}; the portal ${missing.length === 0 ? 'has all of them' : `lacks ${missing.length}`}.`);
  let sent = 0;
  await handleInParallel(missing, atOnce, async ({ content, digest, name }) => {
    await api.upload(`${path}/files/${digest}`, content);
    sent += 1;
    console.log(`Sent ${sent} of ${missing.length}: ${name}, ${formatKilobytes(content.length)}.`);
  });
}

/** Handles items, some of them in parallel. No item starts after a failure. */
export async function handleInParallel<Item>(
  items: readonly Item[],
  limit: number,
  handle: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await handle(item);
  };
  await Promise.all(Array.from({ length: limit }, work)).finally(() => {
    waiting.length = 0;
  });
}
