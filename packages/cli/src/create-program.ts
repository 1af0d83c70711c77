import { Command, Option } from 'commander';
import { appCommand } from './app-command';
import type { BundledFiles } from './bundled-files';
import { checkCommand } from './check/check-command';
import { createCommand } from './create/create-command';
import { devCommand } from './dev/dev-command';
import { notifyCommand } from './notify-command';
import { tenantCommand } from './tenant-command';
import { tokenCommand } from './token-command';
import { userCommand } from './user-command';

/**
 * The command line of module teams, and of operators. What operators do goes to a running server; no command opens the
 * database.
 */
export function createProgram(files: BundledFiles): Command {
  const program = new Command('portico')
    .description('Makes, serves and checks modules; makes tenants, users, grants and service keys on a running Portico')
    .commandsGroup('Modules:')
    .addCommand(createCommand(files))
    .addCommand(devCommand())
    .addCommand(checkCommand(files))
    .commandsGroup('A running portal:');
  for (const command of [tenantCommand(), userCommand(), appCommand(), tokenCommand()]) {
    program.addCommand(
      command.addOption(urlOption()).addOption(keyOption()).configureHelp({ showGlobalOptions: true }),
    );
  }
  return program.addCommand(notifyCommand().addOption(urlOption()));
}

function urlOption(): Option {
  return new Option('--url <address>', 'the server').env('PORTICO_URL').default('http://localhost:9000');
}

function keyOption(): Option {
  const description = "the operator's key, by default from .portico/operator.key";
  return new Option('--key <key>', description).env('PORTICO_OPERATOR_KEY');
}
