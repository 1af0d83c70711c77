import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { BusyError } from '../http/api-error';
import type { RegistryServices } from '../registry/services';
import { getPartialBackup } from './delete-left-backups';
import { writeBackup } from './write-backup';

/** `GET /operator/backup`: an archive of everything, for `portico backup`. Its scope requires the operator's key. */
export function registerBackupRoutes(app: FastifyInstance, services: RegistryServices, dataFolder: string): void {
  const { database, now, registry } = services;
  let isRunning = false;

  app.get('/backup', async (_request, reply) => {
    if (isRunning) throw new BusyError();
    isRunning = true;
    const file = getPartialBackup(dataFolder, randomUUID());
    const remove = () => rm(file, { force: true });
    try {
      // First into a file: on PGlite all calls wait for the transaction, and must not wait for a slow download.
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
