import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { StartupError, systemErrorCode } from '../process/startup-error';

/** Interval of renewals and age of a stale lock, in milliseconds. After a crash, a restart waits (decision 0020). */
const renewal = { update: 1_000, stale: 3_000 };
const retryInterval = 200;

/**
 * Locks the data folder for this process: two processes on one PGlite folder lose rows silently. A process that was
 * suspended and lost its lock to another one crashes.
 * @returns releases the lock
 * @throws StartupError when a process renews the lock
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const lockfilePath = path.join(folder, 'server.lock');
  let foundAt: number | undefined;
  for (;;) {
    const current = (await stat(lockfilePath).catch(() => undefined))?.mtimeMs;
    if (foundAt !== undefined && current !== undefined && current !== foundAt) {
      throw new StartupError(
        `The data folder ${folder} is in use by another process; stop that one or set PORTICO_DATA to another folder.`,
      );
    }
    foundAt ??= current;
    const release = await takeLock(folder, lockfilePath, current !== undefined);
    if (release) return release;
    await wait(retryInterval);
  }
}

/**
 * Takes a lock that is free or stale. Two processes that find a stale lock may each remove the other's new one, so the
 * taker of a stale lock keeps it for two renewals before it relies on it.
 * @returns releases the lock, or undefined if another process has it
 */
async function takeLock(folder: string, lockfilePath: string, isFound: boolean) {
  let isLost = false;
  let onCompromised = (_error: Error) => {
    isLost = true;
  };
  try {
    const release = await lock(folder, { lockfilePath, ...renewal, onCompromised: (error) => onCompromised(error) });
    if (isFound) await wait(2 * renewal.update + retryInterval);
    if (isLost) return undefined;
    onCompromised = (error) => {
      throw error;
    };
    return release;
  } catch (error) {
    if (systemErrorCode(error) === 'ELOCKED' || isMissing(lockfilePath, error)) return undefined;
    throw error;
  }
}

/** Whether the lock file is missing: another process removed it while this one took it. */
function isMissing(file: string, error: unknown): boolean {
  return systemErrorCode(error) === 'ENOENT' && Reflect.get(Object(error), 'path') === file;
}
