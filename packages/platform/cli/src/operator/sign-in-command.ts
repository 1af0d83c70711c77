import {
  type SignInProvider,
  signInProviderChangeSchema,
  signInProvidersSchema,
} from '@portico/contract/administration';
import type { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { CommandError, parseArgument, parseTenant, requireYes, type YesOption } from '../terminal/arguments';
import { formatTable } from '../terminal/format';
import { readSecret } from '../terminal/input';

/** `false` is that of `--no-…`; an absent option keeps what the provider has. */
interface SignInOptions extends YesOption {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly clientSecretStdin?: true;
  readonly name?: string;
  readonly domain?: string[] | false;
  readonly audience?: string[] | false;
  readonly createUsers?: boolean;
  readonly endSessions?: boolean;
  readonly only?: boolean;
  readonly remove?: true;
}

/** Adds the command for the sign-in providers of a tenant. */
export function addSignInCommand(tenant: PortalCommand): void {
  tenant
    .command('sign-in')
    .argument('<key>', '', parseTenant)
    .description('Let members sign in at an OpenID provider; without options, list the providers')
    .option('--issuer <address>', 'the address of the provider')
    .option('--client-id <id>', 'the client that the provider knows the portal by')
    .option('--client-secret-stdin', 'read the secret of the client from standard input')
    .option('--name <name>', 'what users see, by default the host of the issuer')
    .option('--domain <domains...>', 'all domains of the e-mails that the provider may vouch for')
    .option('--no-domain', 'let the provider vouch for no e-mail; the form then has a button for it')
    .option('--audience <addresses...>', 'what modules may get access tokens of the provider for')
    .option('--no-audience', 'give modules no tokens of the provider')
    .option('--create-users', 'add users at their first sign-in')
    .option('--no-create-users', 'let in only users whom the portal has')
    .option('--end-sessions', 'end a session when that of the provider ends')
    .option('--no-end-sessions', 'keep sessions when that of the provider ends')
    .option('--only', 'switch passwords off for this tenant')
    .option('--no-only', 'allow passwords again')
    .option('--remove', 'remove the provider, and end the sessions that it started')
    .option('--yes', 'really remove')
    .run(async (api, key: string, options: SignInOptions) => {
      if (options.issuer === undefined) return listProviders(api, key);
      return options.remove ? removeProvider(api, key, options) : putProvider(api, key, options);
    });
}

const readProviders = (api: ServerApi, key: string) =>
  api.read(`tenants/${key}/sign-in-providers`, signInProvidersSchema);

async function listProviders(api: ServerApi, key: string): Promise<string> {
  const { passwords_off, providers } = await readProviders(api, key);
  const table = formatTable(providers, {
    NAME: 'name',
    ISSUER: 'issuer',
    CLIENT: 'client_id',
    DOMAINS: ({ domains }) => domains.join(', ') || 'none',
    USERS: ({ creates_users }) => (creates_users ? 'added' : 'known only'),
    AUDIENCES: ({ audiences }) => audiences.join(', ') || 'none',
  });
  return `${table}\nPasswords are ${passwords_off ? 'off' : 'on'} in ${key}.`;
}

async function putProvider(api: ServerApi, key: string, options: SignInOptions): Promise<string> {
  const { audience, clientId, clientSecretStdin, createUsers, domain, endSessions, issuer, name, only } = options;
  const change = {
    issuer,
    client_id: clientId,
    client_secret: clientSecretStdin && (await readSecret()),
    name,
    domains: domain === false ? [] : domain,
    audiences: audience === false ? [] : audience,
    creates_users: createUsers,
    ends_sessions: endSessions,
    passwords_off: only,
  };
  const hint =
    'A provider needs --issuer, an address without "?" and "#", and --client-id; a domain is a name such as acme.com, and an audience an address such as https://api.acme.com.';
  await api.send('put', `tenants/${key}/sign-in-providers`, parseArgument(signInProviderChangeSchema, change, hint));
  const { callback_path, name: shown } = await requireProvider(api, key, options);
  return [
    `${key} signs in by ${shown}. Register this redirect address at the provider, for each host of the tenant:`,
    `https://<host>${callback_path}`,
  ].join('\n');
}

async function removeProvider(api: ServerApi, key: string, options: SignInOptions): Promise<string> {
  const { id, name } = await requireProvider(api, key, options);
  requireYes(options, `This removes ${name} from ${key}, ends the sessions that it started, and forgets its users.`);
  await api.send('delete', `tenants/${key}/sign-in-providers/${id}`);
  return `Removed ${name} from ${key}.`;
}

/** Finds the provider of an issuer and a client, which may be left out if the issuer has one. */
async function requireProvider(
  api: ServerApi,
  key: string,
  { clientId, issuer }: SignInOptions,
): Promise<SignInProvider> {
  const { providers } = await readProviders(api, key);
  const [found, second] = providers.filter(
    (one) => one.issuer === issuer && (clientId === undefined || one.client_id === clientId),
  );
  if (found === undefined) throw new CommandError(`${key} has no provider ${issuer} with this client.`);
  if (second !== undefined) throw new CommandError(`${key} has several clients at ${issuer}: use --client-id.`);
  return found;
}
