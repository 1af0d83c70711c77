import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PortalProcess } from './portal-process';

/**
 * Starts a portal once before all tests: the first start takes longest, and every portal begins with a copy of its data.
 * In the folder SHARED_FOLDER is what one worker makes for all.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const portal = await PortalProcess.start();
  await portal.stop({ keepsData: true });
  process.env.PREPARED_DATA = portal.dataFolder;
  const shared = await mkdtemp(path.join(tmpdir(), 'portico-shared-'));
  process.env.SHARED_FOLDER = shared;
  return async () => {
    for (const folder of [portal.dataFolder, shared]) await rm(folder, { recursive: true, force: true });
  };
}
