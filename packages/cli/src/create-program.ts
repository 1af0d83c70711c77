import { Command, Option } from 'commander';
import { appCommand } from './app-command';
import { tenantCommand } from './tenant-command';
import { userCommand } from './user-command';

/** The command line of operators. Its commands talk to a running server; none opens the database. */
export function createProgram(): Command {
  return new Command('portico')
    .description('Makes tenants, users and grants on a running Portico')
    .addOption(new Option('--url <address>', 'the server').env('PORTICO_URL').default('http://localhost:9000'))
    .addOption(
      new Option('--key <key>', "the operator's key, by default from .portico/operator.key").env(
        'PORTICO_OPERATOR_KEY',
      ),
    )
    .addCommand(tenantCommand())
    .addCommand(userCommand())
    .addCommand(appCommand())
    .configureHelp({ showGlobalOptions: true });
}
