import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const memoryFolder = '/dev/shm';
/** In bytes. A whole run puts one gigabyte there, and its programs take three of the memory. */
const required = { room: 2 * 2 ** 30, memory: 8 * 2 ** 30 };

/**
 * Keeps the temporary files of this process and its children in memory until it ends, where there is plenty: the
 * database of each portal has a thousand small files, and a module that is created has thousands. Otherwise it does
 * nothing.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined) return;
  try {
    removeAbandonedFolders();
    if (!hasRoom()) return;
    const folder = mkdtempSync(path.join(memoryFolder, `portico-${process.pid}-`));
    process.once('exit', () => remove(folder));
    if (!canExecute(folder)) return;
    // As that of the system: PostgreSQL runs as another user.
    chmodSync(folder, 0o1777);
    process.env.TMPDIR = folder;
    // For the next run.
    process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= path.join(root, 'node_modules/.cache/playwright');
  } catch {
    // No such file system, or nobody may write there.
  }
}

function hasRoom() {
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= required.room && process.availableMemory() >= required.memory;
}

/** Containers often forbid it, and what tests install has programs. */
function canExecute(folder) {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  return spawnSync(program).status === 0;
}

/** Those of runs that were killed, or whose programs wrote there to the end. */
function removeAbandonedFolders() {
  for (const name of readdirSync(memoryFolder)) {
    const owner = /^portico-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) remove(path.join(memoryFolder, name));
  }
}

function isRunning(processId) {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // The next run tries again.
  }
}
