import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Command } from 'commander';
import { PortalCommand } from '../server/portal-command';
import { onSignals } from '../terminal/signals';
import { saveDownload } from './save-download';

export function backupCommand(): PortalCommand {
  return new PortalCommand('operator', 'backup')
    .argument('<file>', 'the archive to write, such as portico-2026-05-01.backup')
    .description('Write everything that the portal stores to a file, while it runs')
    .run(async (api, file: string) => {
      const size = await saveDownload(api, 'backup', file);
      return `Wrote ${file} (${size} bytes). It contains keys and password hashes: keep it safe.`;
    });
}

/** @param server the server's program: only the server opens databases */
export function restoreCommand(server: string): Command {
  return new Command('restore')
    .argument('<file>', 'an archive of "portico backup"')
    .description(
      'Restore a backup into the empty database of DATABASE_URL, or the embedded one of PORTICO_DATA; no server may run on it',
    )
    .action(async (file: string) => {
      const child = spawn(process.execPath, [server, 'restore', path.resolve(file)], { stdio: 'inherit' });
      // Without a handler, a signal would end this process only and leave the server's program running.
      const ignoreSignals = onSignals((signal) => child.kill(signal));
      try {
        const [code] = await once(child, 'exit');
        process.exitCode = code === 0 ? 0 : 1;
      } finally {
        ignoreSignals();
      }
    });
}
