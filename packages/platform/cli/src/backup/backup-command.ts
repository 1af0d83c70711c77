import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { createOperatorApi } from '../operator/operator-api';
import { CommandError } from '../terminal/command-error';

export function backupCommand(): Command {
  return new Command('backup')
    .argument('<file>', 'the archive to write, such as portico-2026-05-01.backup')
    .description('Write everything that the portal stores to a file, while it runs')
    .action(async (file: string, _options: unknown, command: Command) => {
      if (await exists(file)) throw new CommandError(`${file} exists already.`);
      const api = await createOperatorApi(command);
      const draft = `${file}.partial`;
      try {
        const content = await api.download('backup');
        await pipeline(Readable.from(content), createWriteStream(draft, { mode: 0o600, flush: true }));
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        if (error instanceof CommandError) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw new CommandError(`The backup was not written: ${reason}`, { cause: error });
      }
      console.log(
        `Wrote ${file} (${(await stat(file)).size} bytes). It contains keys and password hashes: keep it safe.`,
      );
    });
}

/** @param server the server's program, which alone opens databases */
export function restoreCommand(server: string): Command {
  return new Command('restore')
    .argument('<file>', 'an archive of "portico backup"')
    .description(
      'Restore a backup into the empty database of DATABASE_URL, or the embedded one of PORTICO_DATA; no server may run on it',
    )
    .action(async (file: string) => {
      const child = spawn(process.execPath, [server, 'restore', path.resolve(file)], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      process.exitCode = code === 0 ? 0 : 1;
    });
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}
