import {
  type GrantedRole,
  roleChangeSchema,
  rolePageSchema,
  roleRevocationSchema,
  roles,
} from '@portico/contract/administration';
import { PortalCommand } from '../server/portal-command';
import { parseArgument, parseEmail, parseTenant } from '../terminal/arguments';
import { formatTable } from '../terminal/format';

interface RoleOptions {
  readonly tenant?: string;
  readonly modules?: string;
  readonly search?: string;
}

const hint = `A role is ${roles.join(', ')}. An administrator, a help desk and an auditor need --tenant, a publisher needs --modules, and others have neither.`;

export function roleCommand(): PortalCommand {
  const role = new PortalCommand('operator', 'role').description('Manage the roles of people in the console');

  role
    .command('list')
    .description('List who has which role')
    .option('--tenant <key>', 'only the roles in this tenant', parseTenant)
    .option('--search <text>', 'only people with this in their name or e-mail')
    .run(async (api, { search, tenant }: RoleOptions) => {
      const path = tenant === undefined ? 'roles' : `tenants/${tenant}/roles`;
      const assignments = await api.readPages(path, rolePageSchema, { search });
      return formatTable(assignments, {
        'E-MAIL': 'email',
        NAME: 'name',
        ROLE: ({ granted }) => granted.role,
        IN: ({ granted }) => formatScope(granted),
      });
    });

  role
    .command('grant')
    .argument('<email>', '', parseEmail)
    .argument('<role>')
    .description('Grant a role; in a tenant, the user becomes a member of it')
    .option('--tenant <key>', 'the tenant of an administrator, a help desk or an auditor')
    .option('--modules <keys>', 'the modules and packages of a publisher, separated by commas; replaces earlier ones')
    .run(async (api, email: string, name: string, options: RoleOptions) => {
      const { modules: keys, tenant } = options;
      const modules = keys?.split(',').map((key) => key.trim());
      const granted = { role: name, ...(tenant && { tenant }), ...(modules && { modules }) };
      const change = parseArgument(roleChangeSchema, { email, granted }, hint);
      await api.send('put', 'roles', change);
      return `${email} is ${name} in ${formatScope(change.granted)}.`;
    });

  role
    .command('revoke')
    .argument('<email>', '', parseEmail)
    .argument('<role>')
    .description('Take a role away; it ends with the next call')
    .option('--tenant <key>', 'the tenant of the role')
    .run(async (api, email: string, name: string, { tenant }: RoleOptions) => {
      const granted = { role: name, ...(tenant && { tenant }) };
      await api.send('delete', 'roles', parseArgument(roleRevocationSchema, { email, granted }, hint));
      return `${email} is no longer ${name} in ${tenant ?? 'the whole portal'}.`;
    });

  return role;
}

function formatScope({ tenant, modules }: GrantedRole): string {
  return modules?.join(', ') ?? tenant ?? 'the whole portal';
}
