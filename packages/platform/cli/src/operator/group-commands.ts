import { emailSchema, moduleKeySchema } from '@portico/contract';
import {
  accessRequestPageSchema,
  createdGroupSchema,
  type Group,
  groupListSchema,
  memberPageSchema,
} from '@portico/contract/administration';
import * as v from 'valibot';
import { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import {
  CommandError,
  parseArgument,
  requireYes,
  splitList,
  type TenantOption,
  type YesOption,
} from '../terminal/arguments';
import { formatTable } from '../terminal/format';

export function groupCommand(): PortalCommand {
  const group = new PortalCommand('operator', 'group').description('Manage groups, whose members share applications');

  group
    .command('list')
    .description('List the groups of a tenant')
    .requireTenant()
    .run(async (api, { tenant }: TenantOption) => {
      const { groups } = await readGroups(api, tenant);
      return formatTable(groups, { NAME: 'name', MEMBERS: 'members', APPLICATIONS: 'modules' });
    });

  group
    .command('add <name>')
    .description('Add a group')
    .requireTenant()
    .run(async (api, name: string, { tenant }: TenantOption) => {
      await api.create(`tenants/${tenant}/groups`, { name }, createdGroupSchema);
      return `Added the group ${name}.`;
    });

  group
    .command('remove <name>')
    .description('Remove a group; its members stay')
    .requireTenant()
    .option('--yes', 'really remove')
    .run(async (api, name: string, { tenant, ...options }: TenantOption & YesOption) => {
      const { id } = await requireGroup(api, tenant, name);
      requireYes(options, `This takes the applications of ${name} from its members.`);
      await api.send('delete', `tenants/${tenant}/groups/${id}`);
      return `Removed the group ${name}.`;
    });

  group
    .command('members <name>')
    .description('List the members of a group, or change them')
    .requireTenant()
    .option('--add <emails>', 'add these members, separated by commas')
    .option('--remove <emails>', 'remove these members, separated by commas')
    .run(async (api, name: string, options: ChangeOptions) => {
      const { id } = await requireGroup(api, options.tenant, name);
      const path = `tenants/${options.tenant}/groups/${id}`;
      const hint = 'Members are e-mail addresses, separated by commas.';
      await changeGroup(api, path, 'members', options, (list) => parseArgument(v.array(emailSchema), list, hint));
      const members = await api.readPages(`${path}/members`, memberPageSchema);
      return formatTable(members, { 'E-MAIL': 'email', NAME: 'name' });
    });

  group
    .command('apps <name>')
    .description('List the applications of a group, or change them')
    .requireTenant()
    .option('--add <modules>', 'add these applications, separated by commas')
    .option('--remove <modules>', 'remove these applications, separated by commas')
    .run(async (api, name: string, options: ChangeOptions) => {
      const { id } = await requireGroup(api, options.tenant, name);
      const path = `tenants/${options.tenant}/groups/${id}`;
      const hint = 'Applications are module keys such as "smsa", separated by commas.';
      await changeGroup(api, path, 'modules', options, (list) => parseArgument(v.array(moduleKeySchema), list, hint));
      return (await requireGroup(api, options.tenant, name)).modules.join('\n');
    });

  return group;
}

export function requestCommand(): PortalCommand {
  const request = new PortalCommand('operator', 'request').description('Answer requests of users for access');

  request
    .command('list')
    .description('List the open requests of a tenant, the oldest first')
    .requireTenant()
    .run(async (api, { tenant }: TenantOption) => {
      const { items } = await api.read(`tenants/${tenant}/access-requests?limit=100`, accessRequestPageSchema);
      return formatTable(items, {
        ID: 'id',
        'E-MAIL': 'email',
        APPLICATION: 'module',
        REASON: 'reason',
        SINCE: 'created_at',
      });
    });

  request
    .command('answer <id>')
    .description('Grant a request, or decline it')
    .requireTenant()
    .option('--grant <modules>', 'grant these applications, separated by commas')
    .option('--decline', 'decline it')
    .option('--word <text>', 'a word to the user')
    .run(async (api, id: string, options: AnswerOptions) => {
      const { decline, grant, tenant, word } = options;
      if ((grant === undefined) === (decline === undefined)) throw new CommandError('Use either --grant or --decline.');
      const modules = splitList(grant);
      await api.send('post', `tenants/${tenant}/access-requests/${encodeURIComponent(id)}/answer`, { modules, word });
      return decline ? 'Declined; the user is told.' : `Granted ${modules.join(', ')}; the user is told.`;
    });

  return request;
}

interface ChangeOptions extends TenantOption {
  readonly add?: string;
  readonly remove?: string;
}

interface AnswerOptions extends TenantOption {
  readonly grant?: string;
  readonly decline?: true;
  readonly word?: string;
}

function readGroups(api: ServerApi, tenant: string) {
  return api.read(`tenants/${tenant}/groups`, groupListSchema);
}

/** Finds a group of a tenant by its name. */
export async function requireGroup(api: ServerApi, tenant: string, name: string): Promise<Group> {
  const { groups } = await readGroups(api, tenant);
  const found = groups.find((group) => group.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const names = groups.map((group) => group.name).join(', ');
  throw new CommandError(`There is no group ${name}. The groups are: ${names || 'none'}.`);
}

/** Changes the members or the applications of a group, if an option says so. */
async function changeGroup(
  api: ServerApi,
  path: string,
  part: 'members' | 'modules',
  { add, remove }: ChangeOptions,
  parse: (list: string[]) => string[],
): Promise<void> {
  const [added, removed] = [parse(splitList(add)), parse(splitList(remove))];
  if (added.length + removed.length === 0) return;
  await api.send('patch', path, { [`add_${part}`]: added, [`remove_${part}`]: removed });
}
