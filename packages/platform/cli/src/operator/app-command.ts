import { emailSchema, moduleKeySchema, tenantKeySchema } from '@portico/contract';
import {
  appChangeSchema,
  appGrantSchema,
  memberPageSchema,
  operatorAppListSchema,
} from '@portico/contract/administration';
import * as v from 'valibot';
import { PortalCommand } from '../server/portal-command';
import { parseArgument, requireYes, type TenantOption, type YesOption } from '../terminal/arguments';
import { formatTable } from '../terminal/format';

interface GrantOptions extends TenantOption {
  readonly name?: string;
  readonly description?: string;
  readonly descriptionEn?: string;
  readonly new?: true;
}

export function appCommand(): PortalCommand {
  const app = new PortalCommand('operator', 'app').description(
    'Grant and revoke access to modules, and hide them in places',
  );

  app
    .command('grant <email> <module>')
    .description('Grant a user access to a module in a tenant')
    .requiredOption('--tenant <key>', 'the tenant')
    .option('--name <name>', 'the name of the app in this tenant; required the first time, renames the app afterwards')
    .option('--description <text>', 'one line about the app')
    .option('--description-en <text>', 'the same line in English')
    .option('--new', 'the module is not published yet, and its key is no mistake')
    .run(async (api, email: string, module: string, options: GrantOptions) => {
      const { tenant, descriptionEn: description_en, ...naming } = options;
      const path = getGrantPath(email, module, tenant);
      const hint = 'The name and the descriptions are one line each.';
      await api.send('put', path, parseArgument(appGrantSchema, { ...naming, description_en }, hint));
      return `${email} may use ${module} in ${tenant}.`;
    });

  app
    .command('revoke <email> <module>')
    .description('Revoke the access of a user to a module')
    .requiredOption('--tenant <key>', 'the tenant')
    .run(async (api, email: string, module: string, { tenant }: TenantOption) => {
      await api.send('delete', getGrantPath(email, module, tenant));
      return `${email} may no longer use ${module} in ${tenant}.`;
    });

  app
    .command('remove <module>')
    .description('Remove an app of a tenant and the access of its users; the module itself stays')
    .requiredOption('--tenant <key>', 'the tenant')
    .option('--yes', 'really remove')
    .run(async (api, module: string, { tenant, ...options }: TenantOption & YesOption) => {
      const hint = 'An app has a module key such as "smsa" and a tenant key such as "finouro".';
      parseArgument(v.object({ module: moduleKeySchema, tenant: tenantKeySchema }), { module, tenant }, hint);
      requireYes(options, `This removes ${module} from ${tenant}, and the access of its users.`);
      await api.send('delete', `tenants/${tenant}/apps/${module}`);
      return `Removed ${module} from ${tenant}.`;
    });

  for (const [verb, shown, effect] of [
    ['hide', false, 'Switch a place off for an app: "home", "topbar", "profile", or @module/<key>/<place>'],
    ['show', true, 'Switch a place on again for an app'],
  ] as const) {
    app
      .command(`${verb} <module> <place>`)
      .description(effect)
      .requiredOption('--tenant <key>', 'the tenant')
      .run(async (api, module: string, place: string, { tenant }: TenantOption) => {
        const hint = 'A place is "home", "topbar", "profile", or one of a module such as @module/people/sidebar.';
        const wanted = parseArgument(placeChangeSchema, { module, place, shown, tenant }, hint);
        await api.send('patch', `tenants/${wanted.tenant}/apps/${wanted.module}`, { place, shown });
        return `${tenant} ${verb}s ${module} in ${place}.`;
      });
  }

  app
    .command('list')
    .description('List the apps of a tenant: how many users have each directly, and its groups')
    .requireTenant()
    .run(async (api, { tenant }: TenantOption) => {
      const apps = await api.read(`tenants/${tenant}/apps`, operatorAppListSchema);
      return formatTable(apps, {
        MODULE: 'module',
        NAME: 'name',
        'HIDDEN IN': 'places_off',
        DIRECT: 'direct',
        GROUPS: ({ groups }) => groups.map(({ name, members }) => `${name} (${members})`).join(', '),
      });
    });

  app
    .command('users <module>')
    .description('List the users of an app, directly or by a group')
    .requireTenant()
    .run(async (api, module: string, { tenant }: TenantOption) => {
      const path = `tenants/${tenant}/apps/${encodeURIComponent(module)}/users`;
      const users = await api.readPages(path, memberPageSchema);
      return formatTable(users, { 'E-MAIL': 'email', NAME: 'name' });
    });

  return app;
}

const placeChangeSchema = v.object({ ...appChangeSchema.entries, module: moduleKeySchema, tenant: tenantKeySchema });

const grantSchema = v.object({ email: emailSchema, module: moduleKeySchema, tenant: tenantKeySchema });

function getGrantPath(email: string, module: string, tenant: string): string {
  const hint = 'Access needs an e-mail, a module key such as "smsa" and a tenant key such as "finouro".';
  const grant = parseArgument(grantSchema, { email, module, tenant }, hint);
  return `tenants/${grant.tenant}/apps/${grant.module}/users/${encodeURIComponent(grant.email)}`;
}
