import { readFile } from 'node:fs/promises';
import { type InvitationRequest, invitationPlanSchema, invitedSchema, localeSchema } from '@portico/contract';
import type { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { CommandError, createParser } from '../terminal/arguments';
import { formatTable } from '../terminal/format';
import { withTenant } from './group-commands';

interface InviteOptions {
  readonly tenant: string;
  readonly apps?: string;
  readonly groups?: string;
  readonly language: string;
  readonly apply?: true;
}

const parseLanguage = createParser(localeSchema, 'a language: use pt or en');

/** Adds `invite` and `import` to the commands of users. */
export function addInvitationCommands(user: PortalCommand): void {
  const addOptions = (command: PortalCommand) =>
    withTenant(command)
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
    .run(async (api, file: string, options: InviteOptions) => {
      const text = await readFile(file, 'utf8').catch((cause: unknown) => {
        throw new CommandError(`${file} cannot be read.`, { cause });
      });
      return invite(api, text, options);
    });
}

async function invite(api: ServerApi, text: string, options: InviteOptions): Promise<string> {
  const { apply, apps = '', groups = '', language: locale, tenant } = options;
  const split = (list: string) => list.split(',').filter((value) => value.trim() !== '');
  const request: InvitationRequest = { text, modules: split(apps), groups: split(groups) };
  const { digest, rows } = await api.create(`tenants/${tenant}/invitations/plan`, request, invitationPlanSchema);
  const table = formatTable(
    ['LINE', 'E-MAIL', 'NAME', 'APPLICATIONS', 'GROUPS', 'WHAT HAPPENS'],
    rows.map((row) => [
      `${row.line}`,
      row.email,
      row.name,
      row.modules.join(', '),
      row.groups.join(', '),
      [row.outcome, row.refusal ?? '', row.detail].filter((part) => part !== '').join(' '),
    ]),
  );
  if (!apply) return `${table}\nNothing has changed. To do it, repeat the command with --apply.`;
  const body = { ...request, digest, locale };
  const { granted, invited } = await api.create(`tenants/${tenant}/invitations`, body, invitedSchema);
  return `${table}\nInvited ${invited}; ${granted} members got access.`;
}
