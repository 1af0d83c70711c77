import {
  createdServiceKeySchema,
  createdTeamTokenSchema,
  newServiceKeySchema,
  newTeamTokenSchema,
  serviceKeyPageSchema,
  type TeamToken,
  teamTokenPageSchema,
  tokenDaysMax,
} from '@portico/contract/administration';
import { addressReleaseSchema, releasedAddressSchema } from '@portico/contract/publishing';
import { HTTPError } from 'ky';
import { PortalCommand } from '../server/portal-command';
import { changeModule, type ServerApi } from '../server/server-api';
import {
  CommandError,
  parseArgument,
  parseModule,
  parseReason,
  parseVersion,
  type ReasonOption,
  requireYes,
  type YesOption,
} from '../terminal/arguments';
import { type Columns, formatTable } from '../terminal/format';

interface CreateOptions {
  readonly publish?: true;
  readonly new?: true;
  readonly name?: string;
  readonly days?: number;
}

/** The columns of a table of keys or tokens that say who made one, and how long it is used. */
export const issueColumns = {
  BY: ({ created_by }) => created_by ?? '–',
  CREATED: 'created_at',
  'LAST USED': ({ last_used_at }) => last_used_at ?? 'never',
  ENDS: ({ expires_at }) => expires_at ?? 'never',
} as const satisfies Columns<Pick<TeamToken, 'created_at' | 'created_by' | 'expires_at' | 'last_used_at'>>;

export function tokenCommand(): PortalCommand {
  const token = new PortalCommand('operator', 'token').description(
    'Manage service keys (they send notifications) and team tokens (they publish modules)',
  );

  token
    .command('create <modules>')
    .description('Create a service key or a team token, and print it once')
    .option('--publish', 'create a team token that may publish these modules, separated by commas')
    .option('--name <name>', 'a note about its use')
    .option('--new', 'a module is not published yet, and its key is no mistake')
    .option('--days <number>', 'how long it is valid; without it, until it is revoked', Number)
    .run(async (api, typed: string, { days, publish, name, new: isNew }: CreateOptions) => {
      const rest = `the name is one line, and --days is at most ${tokenDaysMax}.`;
      if (publish) {
        const modules = typed.split(',').map((key) => key.trim());
        const hint = `A team token needs module keys such as "smsa,orders"; ${rest}`;
        const wanted = parseArgument(newTeamTokenSchema, { modules, name, days, new: isNew }, hint);
        return (await api.create('team-tokens', wanted, createdTeamTokenSchema)).token;
      }
      const hint = `A service key needs one module key such as "smsa"; ${rest} For a token that publishes, add --publish.`;
      const wanted = parseArgument(newServiceKeySchema, { module: typed, name, days, new: isNew }, hint);
      return (await api.create('service-keys', wanted, createdServiceKeySchema)).key;
    });

  token
    .command('list')
    .description('List the service keys and team tokens, without their secrets')
    .run(async (api) => {
      const keys = await api.readPages('service-keys', serviceKeyPageSchema);
      const tokens = await api.readPages('team-tokens', teamTokenPageSchema);
      const entries = [
        ...keys.map((key) => ({ ...key, kind: 'service key', modules: [key.module] })),
        ...tokens.map((token) => ({ ...token, kind: 'team token' })),
      ];
      return formatTable(entries, { ID: 'id', KIND: 'kind', MODULES: 'modules', NAME: 'name', ...issueColumns });
    });

  token
    .command('revoke <id>')
    .description('Revoke a service key, or a team token with the preview links that it made, immediately')
    .run(async (api, id: string) => {
      if (await isDeleted(api, `service-keys/${encodeURIComponent(id)}`)) return `Revoked the service key ${id}.`;
      if (await isDeleted(api, `team-tokens/${encodeURIComponent(id)}`))
        return `Revoked the team token ${id} and its preview links.`;
      throw new CommandError('There is no such service key or team token.');
    });

  return token;
}

/** @returns false if the server has nothing to delete */
async function isDeleted(api: ServerApi, path: string): Promise<boolean> {
  try {
    await api.send('delete', path);
    return true;
  } catch (error) {
    const cause = error instanceof CommandError ? error.cause : undefined;
    if (cause instanceof HTTPError && cause.response.status === 404) return false;
    throw error;
  }
}

export function addressCommand(): PortalCommand {
  const address = new PortalCommand('operator', 'address').description(
    'Manage the addresses that modules hold on hosts of teams',
  );
  address
    .command('release <address>')
    .description('Take the versions at this address out of their modules; a slash at its end means all below it')
    .option('--reason <text>', 'a reason for the history', parseReason)
    .run(async (api, address: string, options: ReasonOption) => {
      const hint = 'An address starts with http:// or https://.';
      const wanted = parseArgument(addressReleaseSchema, { address, ...options }, hint);
      const { modules } = await api.create('addresses/release', wanted, releasedAddressSchema);
      if (modules.length === 0) throw new CommandError(`No module holds ${address}.`);
      return `${address} is free. These modules held it: ${modules.join(', ')}.`;
    });
  return address;
}

export function quarantineCommand(): PortalCommand {
  return new PortalCommand('operator', 'quarantine')
    .description('Never serve a version of a module again; if it is live, the version before replaces it immediately')
    .argument('<module>', 'the key of the module', parseModule)
    .argument('<version>', 'a published version', parseVersion)
    .option('--reason <text>', 'a reason for the history', parseReason)
    .option('--yes', 'really put it into quarantine')
    .run(async (api, module: string, version: string, { reason, ...options }: ReasonOption & YesOption) => {
      requireYes(options, `This takes ${module} ${version} out of service for ever.`);
      return changeModule(api, module, 'quarantine', { version, reason });
    });
}
