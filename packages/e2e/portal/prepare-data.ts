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
 * What decides the data of a new portal: the server's sources, whose digest its build writes, the import map, and its
 * start.
 */
const inputs = [
  path.join(cache, 'programs'),
  path.join(root, 'dist/import-map.json'),
  path.join(import.meta.dirname, 'portal-process.ts'),
];

/**
 * Starts a portal once for each build of server and shell: the first start takes longest, and every portal begins with
 * a copy of its data. In the folder SHARED_FOLDER is what one worker makes for all.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const digest = await computeDigest(inputs);
  process.env.PREPARED_DATA = await makeOnce(path.join(prepared, digest), async (unfinished) => {
    await removeOlder(digest);
    const portal = await PortalProcess.start();
    const code = await portal.stop({ keepsData: true });
    if (code !== 0) throw new Error(`The server ended with ${code}.`);
    // A thousand small files, for which the asynchronous one takes three times longer.
    cpSync(portal.dataFolder, unfinished, { recursive: true });
    await rm(portal.dataFolder, { recursive: true });
  });
  const shared = await mkdtemp(path.join(tmpdir(), 'portico-shared-'));
  process.env.SHARED_FOLDER = shared;
  return () => rm(shared, { recursive: true, force: true });
}

/** They take forty megabytes each. */
async function removeOlder(digest: string): Promise<void> {
  const names = await readdir(prepared);
  for (const name of names.filter((entry) => !entry.startsWith(digest)))
    await rm(path.join(prepared, name), { recursive: true, force: true });
}
