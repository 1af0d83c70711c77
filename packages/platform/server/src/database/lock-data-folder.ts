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
  let renewedAt: number | undefined;
  for (;;) {
    try {
      return await lock(folder, { lockfilePath, ...renewal });
    } catch (error) {
      if (systemErrorCode(error) !== 'ELOCKED' && !isMissing(lockfilePath, error)) throw error;
    }
    // Undefined if the lock was released in the meantime.
    const current = (await stat(lockfilePath).catch(() => undefined))?.mtimeMs;
    if (renewedAt !== undefined && current !== undefined && current !== renewedAt) {
      throw new StartupError(
        `The data folder ${folder} is in use by another process; stop that one or set PORTICO_DATA to another folder.`,
      );
    }
    renewedAt ??= current;
    await wait(retryInterval);
  }
}

/** Whether the lock file is missing: two processes that find a stale lock may each remove the other's new one. */
function isMissing(file: string, error: unknown): boolean {
  return systemErrorCode(error) === 'ENOENT' && Reflect.get(Object(error), 'path') === file;
}
