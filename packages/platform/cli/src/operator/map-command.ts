import {
  claimMappingListSchema,
  createdClaimMappingSchema,
  type NewClaimMapping,
  newClaimMappingSchema,
} from '@portico/contract/administration';
import type { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { CommandError, parseArgument, parseTenant } from '../terminal/arguments';
import { formatTable } from '../terminal/format';
import { requireGroup } from './group-commands';

interface MapOptions {
  readonly claim: string;
  readonly group?: string;
  readonly app?: string;
  readonly portalGroup?: string;
  readonly provider?: string;
  readonly list?: true;
  readonly remove?: true;
}

/** Adds the command that maps the groups of a provider. */
export function addMapCommand(tenant: PortalCommand): void {
  tenant
    .command('map')
    .argument('<key>', '', parseTenant)
    .description('Map groups of a sign-in provider to applications; without options, list what is mapped')
    .option('--claim <name>', 'the claim that has the groups, or a path such as realm_access.roles', 'groups')
    .option('--group <value>', 'the group at the provider')
    .option('--app <module>', 'the application that its members may use')
    .option('--portal-group <name>', 'the group of the portal that they are in')
    .option('--provider <name>', 'only what this provider says; by default each of the tenant')
    .option('--remove', 'remove this mapping, and the access that it gives')
    .option('--list', 'list what is mapped')
    .run(async (api, key: string, options: MapOptions) => {
      const { group: value, list, remove } = options;
      if (list || value === undefined) return listMappings(api, key);
      const wanted = await readMapping(api, key, options, value);
      const target = options.app ?? options.portalGroup;
      if (!remove) {
        await api.create(`tenants/${key}/mappings`, wanted, createdClaimMappingSchema);
        return `${value} of the claim ${options.claim} gives ${target}, from each user’s next sign-in.`;
      }
      await removeMapping(api, key, options);
      return `${value} of the claim ${options.claim} gives ${target} no more.`;
    });
}

function readMappings(api: ServerApi, tenant: string) {
  return api.read(`tenants/${tenant}/mappings`, claimMappingListSchema);
}

async function listMappings(api: ServerApi, tenant: string): Promise<string> {
  const { mappings } = await readMappings(api, tenant);
  return formatTable(mappings, {
    CLAIM: 'claim',
    GROUP: 'value',
    GIVES: ({ group, module }) => module ?? `group ${group ?? ''}`,
    PROVIDER: ({ provider }) => provider ?? 'each',
    USERS: 'people',
  });
}

async function readMapping(
  api: ServerApi,
  tenant: string,
  { app, claim, portalGroup, provider }: MapOptions,
  value: string,
): Promise<NewClaimMapping> {
  const hint = 'A mapping needs --group, and either --app with the key of an application or --portal-group.';
  const mapping = {
    claim,
    value,
    module: app,
    group_id: portalGroup && (await requireGroup(api, tenant, portalGroup)).id,
    provider_id: provider && (await findProvider(api, tenant, provider)),
  };
  return parseArgument(newClaimMappingSchema, mapping, hint);
}

async function findProvider(api: ServerApi, tenant: string, name: string): Promise<string> {
  const { providers } = await readMappings(api, tenant);
  const found = providers.find((provider) => provider.name === name);
  if (found) return found.id;
  const names = providers.map((provider) => provider.name).join(', ');
  throw new CommandError(`There is no provider ${name}. The providers are: ${names}.`);
}

async function removeMapping(api: ServerApi, tenant: string, wanted: MapOptions): Promise<void> {
  const { app = null, claim, group: value, portalGroup, provider = null } = wanted;
  const { mappings } = await readMappings(api, tenant);
  const found = mappings.find(
    (one) =>
      one.claim === claim &&
      one.value === value &&
      one.module === app &&
      one.group?.toLowerCase() === portalGroup?.toLowerCase() &&
      one.provider === provider,
  );
  if (!found) throw new CommandError('There is no such mapping; `tenant map <key> --list` shows those that exist.');
  await api.send('delete', `tenants/${tenant}/mappings/${found.id}`);
}
