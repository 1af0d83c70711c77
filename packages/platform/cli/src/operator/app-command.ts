import {
  appGrantSchema,
  emailSchema,
  moduleKeySchema,
  operatorAppListSchema,
  tenantKeySchema,
} from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { parseArgument, requireYes, type YesOption } from '../terminal/arguments';
import { formatTable } from '../terminal/format-table';
import { createOperatorApi } from './operator-api';

interface TenantOption {
  readonly tenant: string;
}

interface GrantOptions extends TenantOption {
  readonly name?: string;
  readonly description?: string;
  readonly descriptionEn?: string;
}

const appKeySchema = v.object({ module: moduleKeySchema, tenant: tenantKeySchema });
const grantSchema = v.object({ email: emailSchema, module: moduleKeySchema, tenant: tenantKeySchema });

export function appCommand(): Command {
  const app = new Command('app').description('Grant and revoke access to modules');

  app
    .command('grant <email> <module>')
    .description('Grant a user access to a module in a tenant')
    .requiredOption('--tenant <key>', 'the tenant')
    .option('--name <name>', 'the name of the app in this tenant; required the first time, renames the app afterwards')
    .option('--description <text>', 'one line about the app')
    .option('--description-en <text>', 'the same line in English')
    .action(
      async (
        email: string,
        module: string,
        { tenant, descriptionEn: description_en, ...naming }: GrantOptions,
        command: Command,
      ) => {
        const path = grantPath(email, module, tenant);
        const definition = { ...naming, ...(description_en !== undefined && { description_en }) };
        const body = parseArgument(appGrantSchema, definition, 'The name and the descriptions are one line each.');
        const api = await createOperatorApi(command);
        await api.send('put', path, body);
        console.log(`${email} may use ${module} in ${tenant}.`);
      },
    );

  app
    .command('revoke <email> <module>')
    .description('Revoke the access of a user to a module')
    .requiredOption('--tenant <key>', 'the tenant')
    .action(async (email: string, module: string, { tenant }: TenantOption, command: Command) => {
      const path = grantPath(email, module, tenant);
      const api = await createOperatorApi(command);
      await api.send('delete', path);
      console.log(`${email} may no longer use ${module} in ${tenant}.`);
    });

  app
    .command('remove <module>')
    .description('Remove an app of a tenant and the access of its users; the module itself stays')
    .requiredOption('--tenant <key>', 'the tenant')
    .option('--yes', 'really remove')
    .action(async (module: string, { tenant, ...options }: TenantOption & YesOption, command: Command) => {
      const hint = 'An app has a module key such as "smsa" and a tenant key such as "finouro".';
      const key = parseArgument(appKeySchema, { module, tenant }, hint);
      requireYes(options, `This removes ${key.module} from ${key.tenant}, and the access of its users.`);
      const api = await createOperatorApi(command);
      await api.send('delete', `tenants/${key.tenant}/apps/${key.module}`);
      console.log(`Removed ${key.module} from ${key.tenant}.`);
    });

  app
    .command('list')
    .description('List the apps of a tenant and their users')
    .requiredOption('--tenant <key>', 'the tenant')
    .action(async ({ tenant }: TenantOption, command: Command) => {
      const key = parseArgument(tenantKeySchema, tenant, `"${tenant}" is not the key of a tenant.`);
      const api = await createOperatorApi(command);
      const apps = await api.read(`tenants/${key}/apps`, operatorAppListSchema);
      const rows = apps.map(({ module, name, users }) => [module, name, users.join(', ')]);
      console.log(formatTable(['MODULE', 'NAME', 'USERS'], rows));
    });

  return app;
}

function grantPath(email: string, module: string, tenant: string): string {
  const hint = 'Access needs an e-mail, a module key such as "smsa" and a tenant key such as "finouro".';
  const grant = parseArgument(grantSchema, { email, module, tenant }, hint);
  return `tenants/${grant.tenant}/apps/${grant.module}/users/${encodeURIComponent(grant.email)}`;
}
