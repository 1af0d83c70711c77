import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, fstatSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { BusyError } from '../../http/api-error';
import { recordCall } from '../../identity/audit/audit-log';
import type { RegistryServices } from '../../registry/create-registry';
import { writeBackup } from './write-backup';

/** Registers `GET /operator/backup`, the archive for `portico backup`. The scope requires the operator's key. */
export function registerBackupRoutes(app: FastifyInstance, services: RegistryServices, dataFolder: string): void {
  const { database, now, registry } = services;
  let isRunning = false;

  app.get('/backup', { config: { isDangerous: true } }, async (request, reply) => {
    if (isRunning) throw new BusyError();
    isRunning = true;
    try {
      const name = path.join(dataFolder, `backup-${randomUUID()}.partial`);
      // Write to a file first: on PGlite all calls wait for the transaction, which must not wait for a slow download.
      const fd = openSync(name, 'wx+', 0o600);
      // A file without a name ends with the process.
      rmSync(name);
      const target = createWriteStream(name, { fd, autoClose: false });
      await writeBackup({ database, files: registry.files, dataFolder, now }, target).catch((error: unknown) => {
        // Closes the file, unless the stream has failed and closed it.
        target.destroy();
        throw error;
      });
      await recordCall(database, now(), request, { action: 'backup-made' });
      const { size } = fstatSync(fd);
      const content = createReadStream(name, { fd, start: 0 });
      return await reply.type('application/gzip').header('content-length', size).send(content);
    } finally {
      isRunning = false;
    }
  });
}
