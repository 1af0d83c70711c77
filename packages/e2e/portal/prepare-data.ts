import { rm } from 'node:fs/promises';
import { PortalProcess } from './portal-process';

/** Starts a portal once before all tests: the first start takes longest, and every portal begins with a copy of its data. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const portal = await PortalProcess.start();
  await portal.stop({ keepsData: true });
  process.env.PREPARED_DATA = portal.dataFolder;
  return () => rm(portal.dataFolder, { recursive: true, force: true });
}
