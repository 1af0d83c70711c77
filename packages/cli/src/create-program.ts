import { Command, Option } from 'commander';
import { appCommand } from './app-command';
import type { BundledFiles } from './bundled-files';
import { checkCommand } from './check/check-command';
import { checkModules } from './check/check-modules';
import { createCommand } from './create/create-command';
import { devCommand } from './dev/dev-command';
import { notifyCommand } from './notify-command';
import { canaryCommands } from './publishing/canary-commands';
import { historyCommand } from './publishing/history-command';
import { publishCommand } from './publishing/publish-command';
import { rollbackCommand } from './publishing/rollback-command';
import { statusCommand } from './publishing/status-command';
import { tenantCommand } from './tenant-command';
import { tokenCommand } from './token-command';
import { userCommand } from './user-command';

/**
 * The command line of module teams, and of operators. What operators do goes to a running server; no command opens the
 * database.
 *
 * @param check of `check` and `publish`, the one in a browser
 */
export function createProgram(files: BundledFiles, check = checkModules): Command {
  const program = new Command('portico')
    .description(
      'Makes, serves, checks and publishes modules; makes tenants, users, grants and keys on a running Portico',
    )
    // One command has long arguments, beside which the descriptions are still to be wrapped.
    .configureHelp({ minWidthToWrap: 30 })
    .commandsGroup('Modules:')
    .addCommand(createCommand(files))
    .addCommand(devCommand())
    .addCommand(checkCommand(files, check))
    .commandsGroup('Publishing:')
    .addCommand(publishCommand(files, check))
    .addCommand(rollbackCommand());
  for (const command of [...canaryCommands(), statusCommand(), historyCommand()]) program.addCommand(command);
  program.commandsGroup('A running portal:');
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
