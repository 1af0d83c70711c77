import { getContentType, photoMimes, tenantFactorStateSchema } from '@portico/contract';
import {
  emergencyLinkRequestSchema,
  emergencyLinkSchema,
  type LookChange,
  lookChangeSchema,
  lookSchema,
  operatorTenantListSchema,
  operatorTenantSchema,
} from '@portico/contract/administration';
import { Option } from 'commander';
import { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { CommandError, parseArgument, parseTenant, requireYes, type YesOption } from '../terminal/arguments';
import { formatColumns, formatTable } from '../terminal/format';
import { readInputFile } from '../terminal/input';
import { addMapCommand } from './map-command';
import { addScimTokenCommand } from './scim-token-command';
import { addSignInCommand } from './sign-in-command';

/** `false` is that of `--no-…`. */
interface UpdateOptions {
  readonly name?: string;
  readonly logo?: string | false;
  readonly accent?: string | false;
  readonly sender?: string | false;
  readonly host?: string[] | false;
  readonly secondFactor?: 'required' | 'optional';
}

export function tenantCommand(): PortalCommand {
  const tenant = new PortalCommand('operator', 'tenant').description('Manage tenants');

  tenant
    .command('add <key>')
    .description('Add a tenant; its key is the first label of its host name')
    .requiredOption('--name <name>', 'the name users see')
    .option('--logo <address>', 'the URL of the logo for the top bar')
    .option('--accent <colour>', 'an accent colour, for example #c3311d')
    .run(async (api, key: string, options: object) => {
      const hint = 'A tenant needs a key such as "finouro" and a name; the accent is a colour such as #c3311d.';
      await api.send('post', 'tenants', parseArgument(operatorTenantSchema, { key, ...options }, hint));
      return `Added the tenant ${key}.`;
    });

  tenant
    .command('update')
    .argument('<key>', '', parseTenant)
    .description('Change how a tenant appears; pages and mails follow immediately')
    .option('--name <name>', 'the name users see')
    .option('--logo <file>', 'upload a logo: a PNG, JPEG or WebP file')
    .option('--no-logo', 'remove the logo')
    .option('--accent <colour>', 'an accent colour, for example #c3311d')
    .option('--no-accent', 'use the accent of the portal')
    .option('--sender <sender>', 'the sender of mails: a name, an address, or "Name <address>"')
    .option('--no-sender', 'use the sender of the portal')
    .option('--host <names...>', 'all hosts of the tenant, besides those of the configuration')
    .option('--no-host', 'take all hosts away')
    .addOption(
      new Option('--second-factor <rule>', 'whether sign-ins by password need one').choices(['required', 'optional']),
    )
    .run(async (api, key: string, options: UpdateOptions) => {
      const change = parseChange(options);
      // Before any call, so that a wrong file changes nothing.
      const logo = typeof options.logo === 'string' ? await readLogo(options.logo) : undefined;
      if (Object.keys(change).length > 0) await api.send('patch', `tenants/${key}/look`, change);
      if (logo !== undefined) await api.upload(`tenants/${key}/look/logo`, logo.content, logo.type);
      if (options.secondFactor) {
        const rule = { required: options.secondFactor === 'required' };
        await api.send('put', `tenants/${key}/second-factor`, rule);
      }
      if (options.logo === false) await api.send('delete', `tenants/${key}/look/logo`);
      return showLook(api, key);
    });

  tenant
    .command('show')
    .argument('<key>', '', parseTenant)
    .description('Show a tenant: its name, logo and accent, the sender of its mails, its hosts, and its second factor')
    .run(showLook);

  tenant
    .command('emergency-sign-in')
    .argument('<key>', '', parseTenant)
    .argument('<email>', 'an operator or an administrator of the tenant')
    .description('Print a link that signs a user in once; call the portal at the address of the tenant')
    .run(async (api, key: string, email: string) => {
      const request = parseArgument(emergencyLinkRequestSchema, { email }, 'The user is an e-mail address.');
      const { address, expires_at } = await api.create(`tenants/${key}/emergency-links`, request, emergencyLinkSchema);
      return `Open this in a browser before ${new Date(expires_at).toLocaleTimeString()}:\n${address}`;
    });

  tenant
    .command('remove')
    .argument('<key>', '', parseTenant)
    .description('Remove a tenant with its apps and the access of its users, who stay')
    .option('--yes', 'really remove')
    .run(async (api, key: string, options: YesOption) => {
      requireYes(options, `This removes the tenant ${key} with its apps and the access of its users.`);
      await api.send('delete', `tenants/${key}`);
      return `Removed the tenant ${key}.`;
    });

  tenant
    .command('list')
    .description('List the tenants')
    .run(async (api) => {
      const tenants = await api.read('tenants', operatorTenantListSchema);
      return formatTable(tenants, { KEY: 'key', NAME: 'name', ACCENT: 'accent', LOGO: 'logo' });
    });

  addMapCommand(tenant);
  addScimTokenCommand(tenant);
  addSignInCommand(tenant);
  return tenant;
}

function parseChange({ name, accent, sender, host }: UpdateOptions): LookChange {
  const change = {
    name,
    ...(accent !== undefined && { accent: accent || null }),
    ...(sender !== undefined && parseSender(sender)),
    hosts: host === false ? [] : host,
  };
  const hint =
    'A name is one line, an accent a colour such as #c3311d, a sender such as "Acme <help@acme.com>", and a host a name such as portal.acme.com.';
  return parseArgument(lookChangeSchema, change, hint);
}

/** A sender without a name or without an address keeps the one that it has. */
function parseSender(sender: string | false): LookChange {
  if (sender === false) return { sender_name: null, sender_address: null };
  const [, name, address] = /^(.*?)\s*<(.*)>$/.exec(sender.trim()) ?? [];
  if (address !== undefined) return { ...(name && { sender_name: name }), sender_address: address };
  return sender.includes('@') ? { sender_address: sender } : { sender_name: sender };
}

async function readLogo(file: string) {
  const type = getContentType(file);
  if (!photoMimes.some((mime) => mime === type)) {
    throw new CommandError(`${file} is no logo: use a PNG, JPEG or WebP file.`);
  }
  return { type, content: await readInputFile(file) };
}

async function showLook(api: ServerApi, key: string): Promise<string> {
  const look = await api.read(`tenants/${key}/look`, lookSchema);
  const { accent, fixed_hosts, hosts, logo, name, sender_address, sender_name } = look;
  const { members_without, required } = await api.read(`tenants/${key}/second-factor`, tenantFactorStateSchema);
  const without = members_without === undefined ? '' : `, ${members_without} members sign in by a password alone`;
  const fixed = fixed_hosts.map((host) => `${host} (configuration)`);
  return formatColumns([
    ['Name', name],
    ['Accent', accent ?? 'that of the portal'],
    ['Logo', logo ?? 'none'],
    [
      'Sender',
      [sender_name, sender_address && `<${sender_address}>`].filter(Boolean).join(' ') || 'that of the portal',
    ],
    ['Hosts', [...fixed, ...hosts].join(', ') || `those that start with ${key}.`],
    ['Factor', `${required ? 'required' : 'optional'}${without}`],
  ]);
}
