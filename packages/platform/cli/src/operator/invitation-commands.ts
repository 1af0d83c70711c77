import { localeSchema } from '@portico/contract';
import {
  type InvitationRequest,
  invitationPageSchema,
  invitationPlanSchema,
  invitedSchema,
} from '@portico/contract/administration';
import type { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { CommandError, createParser, parseEmail, splitList, type TenantOption } from '../terminal/arguments';
import { formatTable } from '../terminal/format';
import { readInputFile } from '../terminal/input';

interface InviteOptions extends TenantOption {
  readonly apps?: string;
  readonly groups?: string;
  readonly language: string;
  readonly apply?: true;
}

const parseLanguage = createParser(localeSchema, 'a language: use pt or en');

/** Adds the commands of invitations to those of users. */
export function addInvitationCommands(user: PortalCommand): void {
  const addOptions = (command: PortalCommand) =>
    command
      .requireTenant()
      .option('--apps <modules>', 'applications for all of them, separated by commas')
      .option('--groups <names>', 'groups for all of them, separated by commas')
      .option('--language <code>', 'the language of the mails: pt or en', parseLanguage, 'pt');

  addOptions(user.command('invite <emails...>'))
    .description('Invite people to a tenant by mail; call the portal at the address of the tenant')
    .run((api, emails: string[], options: InviteOptions) =>
      invite(api, emails.join('\n'), { ...options, apply: true }),
    );

  addOptions(user.command('import <file>'))
    .description('Show what the invitation of a CSV file (e-mail, name, applications, groups) does; --apply does it')
    .option('--apply', 'invite the rows that are not refused')
    .run(async (api, file: string, options: InviteOptions) =>
      invite(api, (await readInputFile(file)).toString('utf8'), options),
    );
  addSentInvitationCommands(user);
}

/** Adds the commands of invitations that were sent. */
function addSentInvitationCommands(user: PortalCommand): void {
  user
    .command('invitations')
    .requireTenant()
    .description('List the open invitations of a tenant')
    .run(async (api, { tenant }: TenantOption) => {
      const invitations = await listOpen(api, tenant);
      return formatTable(invitations, { 'E-MAIL': 'email', NAME: 'name', STATE: 'state', 'VALID UNTIL': 'expires_at' });
    });

  user
    .command('resend-invitation')
    .argument('<email>', '', parseEmail)
    .requireTenant()
    .description('Send an invitation again, with another link; call the portal at the address of the tenant')
    .run(async (api, email: string, { tenant }: TenantOption) => {
      await api.send('post', `${await findPath(api, tenant, email)}/resend`);
      return `The invitation of ${email} is sent again; its former link is void.`;
    });

  user
    .command('withdraw-invitation')
    .argument('<email>', '', parseEmail)
    .requireTenant()
    .description('Withdraw an invitation: its link is void')
    .run(async (api, email: string, { tenant }: TenantOption) => {
      await api.send('delete', await findPath(api, tenant, email));
      return `The invitation of ${email} is withdrawn.`;
    });
}

/** Lists the open invitations of a tenant, or those of an e-mail. */
function listOpen(api: ServerApi, tenant: string, search?: string) {
  return api.readPages(`tenants/${tenant}/invitations`, invitationPageSchema, { state: 'open', search });
}

async function findPath(api: ServerApi, tenant: string, email: string): Promise<string> {
  const found = (await listOpen(api, tenant, email)).find((invitation) => invitation.email === email);
  if (found === undefined) throw new CommandError(`${email} has no open invitation to ${tenant}.`);
  return `tenants/${tenant}/invitations/${found.id}`;
}

async function invite(api: ServerApi, text: string, options: InviteOptions): Promise<string> {
  const { apply, apps, groups, language: locale, tenant } = options;
  const request: InvitationRequest = { text, modules: splitList(apps), groups: splitList(groups) };
  const { digest, rows } = await api.create(`tenants/${tenant}/invitations/plan`, request, invitationPlanSchema);
  const table = formatTable(rows, {
    LINE: 'line',
    'E-MAIL': 'email',
    NAME: 'name',
    APPLICATIONS: 'modules',
    GROUPS: 'groups',
    'WHAT HAPPENS': ({ detail, outcome, refusal }) => [outcome, refusal, detail].filter(Boolean).join(' '),
  });
  if (!apply) return `${table}\nNothing has changed. To do it, repeat the command with --apply.`;
  const body = { ...request, digest, locale };
  const { granted, invited } = await api.create(`tenants/${tenant}/invitations`, body, invitedSchema);
  return `${table}\nInvited ${invited}; ${granted} members got access.`;
}
