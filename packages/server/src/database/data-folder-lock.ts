import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../startup-error';
import { systemErrorCode } from '../system-error';
import { isRunning, startOfProcess } from './running-process';

const heldByThisProcess = new Set<string>();

export interface DataFolderLock {
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process: two processes on one PGlite folder lose rows silently.
 * The lock of a process that is gone is taken over.
 * @throws StartupError while another process, or this one, holds it
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  const file = path.join(await realpath(folder), 'lock');
  if (heldByThisProcess.has(file)) throw inUse(folder, process.pid);
  const content = `${process.pid} ${await startOfProcess(process.pid)}\n`;
  for (;;) {
    try {
      await writeFile(file, content, { flag: 'wx' });
      heldByThisProcess.add(file);
      return {
        release: async () => {
          heldByThisProcess.delete(file);
          await rm(file, { force: true });
        },
      };
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
    await removeStaleLock(folder, file);
  }
}

async function removeStaleLock(folder: string, file: string): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const [pid = '', start = ''] = content.trim().split(' ');
  if (Number(pid) !== process.pid && (await isRunning(Number(pid), start))) throw inUse(folder, Number(pid));

  // Moved, not removed: of two processes that find the same stale lock only one gets to move it.
  const grave = `${file}.${process.pid}`;
  await rename(file, grave).catch(() => undefined);
  const buried = await readFile(grave, 'utf8').catch(() => undefined);
  await rm(grave, { force: true });
  if (buried !== undefined && buried !== content) await writeFile(file, buried, { flag: 'wx' });
}

function inUse(folder: string, pid: number): StartupError {
  return new StartupError(
    `The data folder ${folder} is in use by process ${pid}; stop that one or set PORTICO_DATA to another folder.`,
  );
}
