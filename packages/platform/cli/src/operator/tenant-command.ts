import { operatorTenantListSchema, operatorTenantSchema, tenantKeySchema } from '@portico/contract';
import { Command } from 'commander';
import { parseArgument, requireYes, type YesOption } from '../terminal/arguments';
import { formatTable } from '../terminal/format-table';
import { createOperatorApi } from './operator-api';

interface AddOptions {
  readonly name: string;
  readonly logo?: string;
  readonly accent?: string;
}

export function tenantCommand(): Command {
  const tenant = new Command('tenant').description('Manage tenants');

  tenant
    .command('add <key>')
    .description('Add a tenant; its key is the first label of its host name')
    .requiredOption('--name <name>', 'the name users see')
    .option('--logo <address>', 'the URL of the logo for the top bar')
    .option('--accent <colour>', 'an accent colour, for example #c3311d')
    .action(async (key: string, options: AddOptions, command: Command) => {
      const hint = 'A tenant needs a key such as "finouro" and a name; the accent is a colour such as #c3311d.';
      const added = parseArgument(operatorTenantSchema, { key, ...options }, hint);
      const api = await createOperatorApi(command);
      await api.send('post', 'tenants', added);
      console.log(`Added the tenant ${key}.`);
    });

  tenant
    .command('remove <key>')
    .description('Remove a tenant with its apps and the access of its users, who stay')
    .option('--yes', 'really remove')
    .action(async (typed: string, options: YesOption, command: Command) => {
      const key = parseArgument(tenantKeySchema, typed, `"${typed}" is not the key of a tenant.`);
      requireYes(options, `This removes the tenant ${key} with its apps and the access of its users.`);
      const api = await createOperatorApi(command);
      await api.send('delete', `tenants/${key}`);
      console.log(`Removed the tenant ${key}.`);
    });

  tenant
    .command('list')
    .description('List the tenants')
    .action(async (_options: unknown, command: Command) => {
      const api = await createOperatorApi(command);
      const tenants = await api.read('tenants', operatorTenantListSchema);
      const rows = tenants.map(({ key, name, accent = '', logo = '' }) => [key, name, accent, logo]);
      console.log(formatTable(['KEY', 'NAME', 'ACCENT', 'LOGO'], rows));
    });

  return tenant;
}
