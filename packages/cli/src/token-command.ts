import { createdServiceKeySchema, newServiceKeySchema, serviceKeyListSchema } from '@portico/contract';
import { Command } from 'commander';
import { parseArgument } from './arguments';
import { operatorApiOf } from './operator-api';
import { tableOf } from './table';

interface CreateOptions {
  readonly name?: string;
}

export function tokenCommand(): Command {
  const token = new Command('token').description('the service keys by which back ends of modules send notifications');

  token
    .command('create <module>')
    .description('makes a service key of a module and shows it, this once')
    .option('--name <name>', 'what or whom it is for')
    .action(async (module: string, options: CreateOptions, command: Command) => {
      const hint = 'A service key has a module key such as "smsa" and perhaps a name of one line.';
      const wanted = parseArgument(newServiceKeySchema, { module, ...options }, hint);
      const api = await operatorApiOf(command);
      const { key } = await api.create('service-keys', wanted, createdServiceKeySchema);
      console.log(key);
    });

  token
    .command('list')
    .description('lists the service keys, without the keys themselves')
    .action(async (_options: unknown, command: Command) => {
      const api = await operatorApiOf(command);
      const keys = await api.read('service-keys', serviceKeyListSchema);
      const rows = keys.map(({ id, module, name, created_at, last_used_at }) => [
        id,
        module,
        name,
        created_at,
        last_used_at ?? 'never',
      ]);
      console.log(tableOf(['ID', 'MODULE', 'NAME', 'MADE', 'LAST USED'], rows));
    });

  token
    .command('revoke <id>')
    .description('ends a service key at once')
    .action(async (id: string, _options: unknown, command: Command) => {
      const api = await operatorApiOf(command);
      await api.send('delete', `service-keys/${encodeURIComponent(id)}`);
      console.log(`Revoked the service key ${id}.`);
    });

  return token;
}
