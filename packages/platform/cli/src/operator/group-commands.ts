import {
  accessRequestPageSchema,
  createdGroupSchema,
  emailSchema,
  type Group,
  type GroupChange,
  groupListSchema,
  memberPageSchema,
  moduleKeySchema,
  tenantKeySchema,
} from '@portico/contract';
import type { Command } from 'commander';
import * as v from 'valibot';
import { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { CommandError, createParser, parseArgument, requireYes, type YesOption } from '../terminal/arguments';
import { formatTable } from '../terminal/format';

/** The required option of `withTenant`. */
export interface TenantOption {
  readonly tenant: string;
}

const parseTenant = createParser(tenantKeySchema, 'the key of a tenant');

/** Adds the required option of the tenant. */
export function withTenant<Called extends Command>(command: Called): Called {
  return command.requiredOption('--tenant <key>', 'the tenant', parseTenant);
}

export function groupCommand(): PortalCommand {
  const group = new PortalCommand('operator', 'group').description('Manage groups, whose members share applications');

  withTenant(group.command('list').description('List the groups of a tenant')).run(
    async (api, { tenant }: TenantOption) => {
      const { groups } = await readGroups(api, tenant);
      return formatTable(
        ['NAME', 'MEMBERS', 'APPLICATIONS'],
        groups.map(({ name, members, modules }) => [name, `${members}`, modules.join(', ')]),
      );
    },
  );

  withTenant(group.command('add <name>').description('Add a group')).run(
    async (api, name: string, { tenant }: TenantOption) => {
      await api.create(`tenants/${tenant}/groups`, { name }, createdGroupSchema);
      return `Added the group ${name}.`;
    },
  );

  withTenant(group.command('remove <name>').description('Remove a group; its members stay'))
    .option('--yes', 'really remove')
    .run(async (api, name: string, { tenant, ...options }: TenantOption & YesOption) => {
      const { id } = await requireGroup(api, tenant, name);
      requireYes(options, `This takes the applications of ${name} from its members.`);
      await api.send('delete', `tenants/${tenant}/groups/${id}`);
      return `Removed the group ${name}.`;
    });

  withTenant(group.command('members <name>').description('List the members of a group, or change them'))
    .option('--add <emails>', 'add these members, separated by commas')
    .option('--remove <emails>', 'remove these members, separated by commas')
    .run(async (api, name: string, options: ChangeOptions) => {
      const { id } = await requireGroup(api, options.tenant, name);
      const path = `tenants/${options.tenant}/groups/${id}`;
      const emails = v.array(emailSchema);
      const hint = 'Members are e-mail addresses, separated by commas.';
      const added = parseArgument(emails, split(options.add), hint);
      const removed = parseArgument(emails, split(options.remove), hint);
      if (added.length + removed.length > 0) {
        await change(api, path, { add_members: added, remove_members: removed });
      }
      const members = await api.readPages(`${path}/members`, memberPageSchema);
      return formatTable(
        ['E-MAIL', 'NAME'],
        members.map((member) => [member.email, member.name]),
      );
    });

  withTenant(group.command('apps <name>').description('List the applications of a group, or change them'))
    .option('--add <modules>', 'add these applications, separated by commas')
    .option('--remove <modules>', 'remove these applications, separated by commas')
    .run(async (api, name: string, options: ChangeOptions) => {
      const { id } = await requireGroup(api, options.tenant, name);
      const keys = v.array(moduleKeySchema);
      const hint = 'Applications are module keys such as "smsa", separated by commas.';
      const added = parseArgument(keys, split(options.add), hint);
      const removed = parseArgument(keys, split(options.remove), hint);
      if (added.length + removed.length > 0) {
        await change(api, `tenants/${options.tenant}/groups/${id}`, { add_modules: added, remove_modules: removed });
      }
      return (await requireGroup(api, options.tenant, name)).modules.join('\n');
    });

  return group;
}

export function requestCommand(): PortalCommand {
  const request = new PortalCommand('operator', 'request').description('Answer requests of users for access');

  withTenant(request.command('list').description('List the open requests of a tenant, the oldest first')).run(
    async (api, { tenant }: TenantOption) => {
      const { items } = await api.read(`tenants/${tenant}/access-requests?limit=100`, accessRequestPageSchema);
      return formatTable(
        ['ID', 'E-MAIL', 'APPLICATION', 'REASON', 'SINCE'],
        items.map(({ id, email, module, reason, created_at }) => [id, email, module ?? '', reason, created_at]),
      );
    },
  );

  withTenant(request.command('answer <id>').description('Grant a request, or decline it'))
    .option('--grant <modules>', 'grant these applications, separated by commas')
    .option('--decline', 'decline it')
    .option('--word <text>', 'a word to the user')
    .run(async (api, id: string, options: AnswerOptions) => {
      const { decline, grant, tenant, word } = options;
      if ((grant === undefined) === (decline === undefined)) throw new CommandError('Use either --grant or --decline.');
      const modules = split(grant);
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

function change(api: ServerApi, path: string, body: GroupChange): Promise<void> {
  return api.send('patch', path, body);
}

function split(list = ''): string[] {
  return list
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
