import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const memory = '/dev/shm';
/** In bytes. A whole run puts one gigabyte there, and its programs take three of the memory. */
const least = { room: 2 * 2 ** 30, memory: 8 * 2 ** 30 };

/**
 * Keeps the temporary files of this process and its children in memory until it ends, where there is plenty: the database
 * of each portal has a thousand small files, and a module that is created has thousands.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(path.join(memory, 'portico-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  if (!canExecute(folder)) return;
  // As that of the system: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
}

function hasRoom() {
  if (!existsSync(memory) || process.availableMemory() < least.memory) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= least.room;
}

/** Containers often forbid it, and what tests install has programs. */
function canExecute(folder) {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(program).status === 0;
}
