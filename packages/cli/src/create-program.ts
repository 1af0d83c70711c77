import { Command, Option } from 'commander';
import { appCommand } from './app-command';
import { notifyCommand } from './notify-command';
import { tenantCommand } from './tenant-command';
import { tokenCommand } from './token-command';
import { userCommand } from './user-command';

/** The command line of operators, and of module teams. Its commands talk to a running server; none opens the database. */
export function createProgram(): Command {
  return new Command('portico')
    .description('Makes tenants, users, grants and service keys on a running Portico, and sends notifications')
    .addOption(new Option('--url <address>', 'the server').env('PORTICO_URL').default('http://localhost:9000'))
    .addOption(
      new Option('--key <key>', "the operator's key, by default from .portico/operator.key").env(
        'PORTICO_OPERATOR_KEY',
      ),
    )
    .addCommand(tenantCommand())
    .addCommand(userCommand())
    .addCommand(appCommand())
    .addCommand(tokenCommand())
    .addCommand(notifyCommand())
    .configureHelp({ showGlobalOptions: true });
}
