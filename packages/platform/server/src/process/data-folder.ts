import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { StartupError, systemErrorCode } from './startup-error';

/**
 * Creates the data folder if it is missing.
 * @throws StartupError when that fails, or the folder cannot be written
 */
export async function requireDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    const reason = String(systemErrorCode(cause) ?? 'unknown');
    const message = `The data folder ${folder} cannot be written (${reason}); set PORTICO_DATA to another folder.`;
    throw new StartupError(message, { cause });
  }
}

/** Below it, writes may fail at any moment. */
const minFreeBytes = 16 * 1024 * 1024;

/** Whether the disk of the data folder has room for what the server writes. */
export async function hasFreeSpace(folder: string, bytes = minFreeBytes): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes;
}
