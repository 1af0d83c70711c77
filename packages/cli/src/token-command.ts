import {
  createdServiceKeySchema,
  createdTeamTokenSchema,
  newServiceKeySchema,
  newTeamTokenSchema,
  serviceKeyListSchema,
  teamTokenListSchema,
} from '@portico/contract';
import { Command } from 'commander';
import { parseArgument } from './arguments';
import { CommandError } from './command-error';
import { operatorApiOf } from './operator-api';
import type { ServerApi } from './server-api';
import { RefusalError } from './server-error';
import { tableOf } from './table';

interface CreateOptions {
  readonly publish?: true;
  readonly name?: string;
}

const kinds = [
  { path: 'service-keys', kind: 'service key' },
  { path: 'team-tokens', kind: 'team token' },
] as const;

export function tokenCommand(): Command {
  const token = new Command('token').description(
    'the service keys by which back ends of modules send notifications, and the team tokens that publish modules',
  );

  token
    .command('create <modules>')
    .description('makes a service key of a module, or a team token, and shows it, this once')
    .option('--publish', 'a team token, which publishes these modules, with commas between them')
    .option('--name <name>', 'what or whom it is for')
    .action(async (modules: string, { publish, name }: CreateOptions, command: Command) => {
      console.log(await (publish ? createTeamToken : createServiceKey)(command, modules, name));
    });

  token
    .command('list')
    .description('lists the service keys and team tokens, without the secrets themselves')
    .action(async (_options: unknown, command: Command) => {
      const api = await operatorApiOf(command);
      const keys = await api.read('service-keys', serviceKeyListSchema);
      const tokens = await api.read('team-tokens', teamTokenListSchema);
      const entries = [
        ...keys.map((key) => ({ ...key, kind: 'service key', modules: [key.module] })),
        ...tokens.map((token) => ({ ...token, kind: 'team token' })),
      ];
      const rows = entries.map(({ id, kind, modules, name, created_at, last_used_at }) => [
        id,
        kind,
        modules.join(', '),
        name,
        created_at,
        last_used_at ?? 'never',
      ]);
      console.log(tableOf(['ID', 'KIND', 'MODULES', 'NAME', 'MADE', 'LAST USED'], rows));
    });

  token
    .command('revoke <id>')
    .description('ends a service key or a team token at once')
    .action(async (id: string, _options: unknown, command: Command) => {
      const api = await operatorApiOf(command);
      for (const { path, kind } of kinds) {
        if (await isDeleted(api, `${path}/${encodeURIComponent(id)}`)) return console.log(`Revoked the ${kind} ${id}.`);
      }
      throw new CommandError('There is no such service key or team token.');
    });

  return token;
}

async function createServiceKey(command: Command, module: string, name: string | undefined): Promise<string> {
  const hint =
    'A service key has a module key such as "smsa" and perhaps a name of one line; one that publishes asks for --publish.';
  const wanted = parseArgument(newServiceKeySchema, { module, name }, hint);
  const api = await operatorApiOf(command);
  return (await api.create('service-keys', wanted, createdServiceKeySchema)).key;
}

async function createTeamToken(command: Command, modules: string, name: string | undefined): Promise<string> {
  const hint = 'A team token has module keys such as "smsa,orders" and perhaps a name of one line.';
  const keys = modules.split(',').map((key) => key.trim());
  const wanted = parseArgument(newTeamTokenSchema, { modules: keys, name }, hint);
  const api = await operatorApiOf(command);
  return (await api.create('team-tokens', wanted, createdTeamTokenSchema)).token;
}

/** Whether something was there to delete. */
async function isDeleted(api: ServerApi, path: string): Promise<boolean> {
  try {
    await api.send('delete', path);
    return true;
  } catch (error) {
    if (error instanceof RefusalError && error.status === 404) return false;
    throw error;
  }
}
