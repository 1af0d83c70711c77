import {
  appGrantSchema,
  emailSchema,
  moduleKeySchema,
  operatorAppListSchema,
  tenantKeySchema,
} from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { parseArgument } from './arguments';
import { operatorApiOf } from './operator-api';
import { tableOf } from './table';

interface TenantOption {
  readonly tenant: string;
}

interface GrantOptions extends TenantOption {
  readonly name?: string;
  readonly description?: string;
}

const grantSchema = v.object({ email: emailSchema, module: moduleKeySchema, tenant: tenantKeySchema });

export function appCommand(): Command {
  const app = new Command('app').description('who may use which module in which tenant');

  app
    .command('grant <email> <module>')
    .description('lets a user use a module in a tenant')
    .requiredOption('--tenant <key>', 'the tenant')
    .option('--name <name>', 'how the tenant calls the app; needed the first time, renames it afterwards')
    .option('--description <text>', 'one line about the app')
    .action(async (email: string, module: string, { tenant, ...naming }: GrantOptions, command: Command) => {
      const path = grantPath(email, module, tenant);
      const body = parseArgument(appGrantSchema, naming, 'The name and the description are one line each.');
      const api = await operatorApiOf(command);
      await api.send('put', path, body);
      console.log(`${email} may use ${module} in ${tenant}.`);
    });

  app
    .command('revoke <email> <module>')
    .description('takes it back')
    .requiredOption('--tenant <key>', 'the tenant')
    .action(async (email: string, module: string, { tenant }: TenantOption, command: Command) => {
      const path = grantPath(email, module, tenant);
      const api = await operatorApiOf(command);
      await api.send('delete', path);
      console.log(`${email} may no longer use ${module} in ${tenant}.`);
    });

  app
    .command('list')
    .description('lists the apps of a tenant and their users')
    .requiredOption('--tenant <key>', 'the tenant')
    .action(async ({ tenant }: TenantOption, command: Command) => {
      const key = parseArgument(tenantKeySchema, tenant, `"${tenant}" is not the key of a tenant.`);
      const api = await operatorApiOf(command);
      const apps = await api.read(`tenants/${key}/apps`, operatorAppListSchema);
      const rows = apps.map(({ module, name, users }) => [module, name, users.join(', ')]);
      console.log(tableOf(['MODULE', 'NAME', 'USERS'], rows));
    });

  return app;
}

function grantPath(email: string, module: string, tenant: string): string {
  const hint = 'A grant takes an e-mail, a module key such as "smsa" and a tenant key such as "finouro".';
  const grant = parseArgument(grantSchema, { email, module, tenant }, hint);
  return `tenants/${grant.tenant}/apps/${grant.module}/users/${encodeURIComponent(grant.email)}`;
}
