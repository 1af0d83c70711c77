import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { BusyError } from '../../http/api-error';
import type { RegistryServices } from '../../registry/create-registry';
import { writeBackup } from './write-backup';

/** Registers `GET /operator/backup`, the archive for `portico backup`. The scope requires the operator's key. */
export function registerBackupRoutes(app: FastifyInstance, services: RegistryServices, dataFolder: string): void {
  const { database, now, registry } = services;
  let isRunning = false;

  app.get('/backup', async (_request, reply) => {
    if (isRunning) throw new BusyError();
    isRunning = true;
    const file = getPartialBackup(dataFolder, randomUUID());
    const remove = () => rm(file, { force: true });
    try {
      // Write to a file first: on PGlite all calls wait for the transaction, which must not wait for a slow download.
      const target = createWriteStream(file, { mode: 0o600 });
      await writeBackup({ database, files: registry.files, dataFolder, now }, target);
      const { size } = await stat(file);
      const content = createReadStream(file);
      content.once('close', () => void remove());
      return await reply.type('application/gzip').header('content-length', size).send(content);
    } catch (error) {
      await remove();
      throw error;
    } finally {
      isRunning = false;
    }
  });
}

const day = 24 * 60 * 60 * 1000;
const partial = /^backup-[\w-]+\.partial$/;

/** Returns the temporary file of a backup. */
function getPartialBackup(dataFolder: string, id: string): string {
  return path.join(dataFolder, `backup-${id}.partial`);
}

/** Deletes the temporary files of killed processes. Files of the last day may belong to another running process. */
export async function deleteLeftBackups(dataFolder: string, now: Date): Promise<void> {
  const names = await readdir(dataFolder).catch(() => []);
  for (const name of names.filter((candidate) => partial.test(candidate))) {
    const file = path.join(dataFolder, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < now.getTime() - day) await rm(file, { force: true });
  }
}
