import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Mounts a small file system in memory that a test can fill; `undefined` if that is not allowed. */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  const file = path.join(folder, 'filler');
  return {
    folder,
    fill: async () => {
      const filler = await open(file, 'w');
      try {
        for (const size of [1024 * 1024, 4096]) {
          const block = Buffer.alloc(size);
          while ((await filler.write(block).catch(() => ({ bytesWritten: 0 }))).bytesWritten === size);
        }
      } finally {
        await filler.close();
      }
    },
    free: () => rm(file),
    unmount: () => {
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}
