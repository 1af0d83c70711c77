import {
  createdServiceKeySchema,
  createdTeamTokenSchema,
  newServiceKeySchema,
  newTeamTokenSchema,
  serviceKeyListSchema,
  teamTokenListSchema,
} from '@portico/contract';
import { Command } from 'commander';
import { RefusalError, type ServerApi } from '../server/server-api';
import { CommandError, parseArgument } from '../terminal/arguments';
import { formatTable } from '../terminal/format-table';
import { createOperatorApi } from './operator-api';

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
    'Manage service keys (they send notifications) and team tokens (they publish modules)',
  );

  token
    .command('create <modules>')
    .description('Create a service key or a team token, and print it once')
    .option('--publish', 'create a team token that may publish these modules, separated by commas')
    .option('--name <name>', 'a note about its use')
    .action(async (modules: string, { publish, name }: CreateOptions, command: Command) => {
      console.log(await (publish ? createTeamToken : createServiceKey)(command, modules, name));
    });

  token
    .command('list')
    .description('List the service keys and team tokens, without their secrets')
    .action(async (_options: unknown, command: Command) => {
      const api = await createOperatorApi(command);
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
      console.log(formatTable(['ID', 'KIND', 'MODULES', 'NAME', 'CREATED', 'LAST USED'], rows));
    });

  token
    .command('revoke <id>')
    .description('Revoke a service key or a team token at once')
    .action(async (id: string, _options: unknown, command: Command) => {
      const api = await createOperatorApi(command);
      for (const { path, kind } of kinds) {
        if (await isDeleted(api, `${path}/${encodeURIComponent(id)}`)) return console.log(`Revoked the ${kind} ${id}.`);
      }
      throw new CommandError('There is no such service key or team token.');
    });

  return token;
}

async function createServiceKey(command: Command, module: string, name: string | undefined): Promise<string> {
  const hint =
    'A service key needs one module key such as "smsa"; the name is one line. For a token that publishes, add --publish.';
  const wanted = parseArgument(newServiceKeySchema, { module, name }, hint);
  const api = await createOperatorApi(command);
  return (await api.create('service-keys', wanted, createdServiceKeySchema)).key;
}

async function createTeamToken(command: Command, modules: string, name: string | undefined): Promise<string> {
  const hint = 'A team token needs module keys such as "smsa,orders"; the name is one line.';
  const keys = modules.split(',').map((key) => key.trim());
  const wanted = parseArgument(newTeamTokenSchema, { modules: keys, name }, hint);
  const api = await createOperatorApi(command);
  return (await api.create('team-tokens', wanted, createdTeamTokenSchema)).token;
}

/** @returns false when there was nothing to delete */
async function isDeleted(api: ServerApi, path: string): Promise<boolean> {
  try {
    await api.send('delete', path);
    return true;
  } catch (error) {
    if (error instanceof RefusalError && error.status === 404) return false;
    throw error;
  }
}
