import { operatorTenantListSchema, operatorTenantSchema } from '@portico/contract';
import { Command } from 'commander';
import { parseArgument } from './arguments';
import { operatorApiOf } from './operator-api';
import { tableOf } from './table';

interface AddOptions {
  readonly name: string;
  readonly logo?: string;
  readonly accent?: string;
}

export function tenantCommand(): Command {
  const tenant = new Command('tenant').description('the tenants of the portal');

  tenant
    .command('add <key>')
    .description('adds a tenant; its key is the first label of its host name')
    .requiredOption('--name <name>', 'as its users know it')
    .option('--logo <address>', 'an image that stands in the top bar')
    .option('--accent <colour>', 'such as #c3311d')
    .action(async (key: string, options: AddOptions, command: Command) => {
      const hint = 'A tenant has a key such as "finouro", a name, and perhaps an accent such as #c3311d.';
      const added = parseArgument(operatorTenantSchema, { key, ...options }, hint);
      const api = await operatorApiOf(command);
      await api.send('post', 'tenants', added);
      console.log(`Added the tenant ${key}.`);
    });

  tenant
    .command('list')
    .description('lists the tenants')
    .action(async (_options: unknown, command: Command) => {
      const api = await operatorApiOf(command);
      const tenants = await api.read('tenants', operatorTenantListSchema);
      const rows = tenants.map(({ key, name, accent = '', logo = '' }) => [key, name, accent, logo]);
      console.log(tableOf(['KEY', 'NAME', 'ACCENT', 'LOGO'], rows));
    });

  return tenant;
}
