import { cpSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { computeDigest, makeOnce } from './make-once';
import { PortalProcess } from './portal-process';

const root = path.resolve(import.meta.dirname, '../../..');
const cache = path.join(root, 'node_modules/.cache/portico');
const prepared = path.join(cache, 'data');

/**
 * Hashes the inputs of the data of a new portal: the server's sources (its build writes their digest), the import map,
 * and the start of the server.
 */
const inputs = [
  path.join(cache, 'programs'),
  path.join(root, 'dist/import-map.json'),
  path.join(import.meta.dirname, 'portal-process.ts'),
];

/**
 * Starts a portal once for each build of server and shell. The first start takes longest, so every portal starts with a
 * copy of this data. The workers share it in the folder SHARED_FOLDER.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const digest = await computeDigest(inputs);
  process.env.PREPARED_DATA = await makeOnce(path.join(prepared, digest), async (unfinished) => {
    await removeOlder(digest);
    const portal = await PortalProcess.start();
    const code = await portal.stop({ keepsData: true });
    if (code !== 0) throw new Error(`The server ended with ${code}.`);
    // The asynchronous copy takes three times longer for a thousand small files.
    cpSync(portal.dataFolder, unfinished, { recursive: true });
    await rm(portal.dataFolder, { recursive: true });
  });
  const shared = await mkdtemp(path.join(tmpdir(), 'portico-shared-'));
  process.env.SHARED_FOLDER = shared;
  return () => rm(shared, { recursive: true, force: true });
}

/** Removes old data folders: each takes 40 MB. */
async function removeOlder(digest: string): Promise<void> {
  const names = await readdir(prepared);
  for (const name of names.filter((entry) => !entry.startsWith(digest)))
    await rm(path.join(prepared, name), { recursive: true, force: true });
}
