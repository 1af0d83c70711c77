import {
  addressChangeSchema,
  newUserSchema,
  peoplePageSchema,
  peopleSorts,
  personChangeSchema,
  userStates,
} from '@portico/contract/administration';
import { Option } from 'commander';
import { PortalCommand } from '../server/portal-command';
import {
  parseArgument,
  parseEmail,
  parseTenant,
  requireYes,
  type TenantOption,
  type YesOption,
} from '../terminal/arguments';
import { formatTable } from '../terminal/format';
import { readSecret } from '../terminal/input';
import { formatPerson, formatSessions, getPersonPath, readPerson, type ScopeOption } from './format-person';
import { addInvitationCommands } from './invitation-commands';
import { saveDownload } from './save-download';

interface AddUserOptions {
  readonly name: string;
  readonly passwordStdin?: boolean;
  readonly tenant?: string;
}

interface ListOptions extends ScopeOption {
  readonly search?: string;
  readonly state?: string;
  readonly sort: string;
}

export function userCommand(): PortalCommand {
  const user = new PortalCommand('operator', 'user').description('Find, help and manage users');
  addPersonCommands(user);
  addInvitationCommands(user);

  user
    .command('add <email>')
    .description('Add a user; without --password-stdin they set their first password through the recovery mail')
    .requiredOption('--name <name>', 'the name users see')
    .option('--tenant <key>', 'the tenant where they may sign in; access to an app adds it too', parseTenant)
    .option('--password-stdin', 'read the first password from standard input')
    .run(async (api, email: string, { passwordStdin, ...named }: AddUserOptions) => {
      const password = passwordStdin ? await readSecret() : undefined;
      const hint =
        'A user needs an e-mail and a name; the password has 10 to 128 characters and is neither the e-mail nor a common password.';
      const added = parseArgument(newUserSchema, { email, password, ...named }, hint);
      await api.send('post', 'users', added);
      return `Added the user ${added.email}.`;
    });

  user
    .command('export')
    .argument('<email>', '', parseEmail)
    .argument('<file>')
    .description('Write everything that the portal holds of a user to a file, as JSON')
    .run(async (api, email: string, file: string) => {
      const size = await saveDownload(api, getPersonPath(email, {}, 'export'), file);
      return `Wrote ${file} (${size} bytes).`;
    });

  user
    .command('delete')
    .argument('<email>', '', parseEmail)
    .description('Delete a user and everything that the portal holds of them')
    .option('--tenant <key>', 'only a user of this tenant; those of other tenants keep their invitations', parseTenant)
    .option('--yes', 'really delete')
    .run(async (api, email: string, { tenant, ...options }: ScopeOption & YesOption) => {
      requireYes(options, `This deletes ${email} with sessions, photo and notifications.`);
      await api.send('delete', getPersonPath(email, { tenant }, tenant === undefined ? '' : 'account'));
      return `The user ${email} is deleted.`;
    });

  user
    .command('remove')
    .argument('<email>', '', parseEmail)
    .description('Take a user out of a tenant, with their access and roles there; the account stays')
    .requireTenant()
    .option('--yes', 'really remove')
    .run(async (api, email: string, { tenant, ...options }: TenantOption & YesOption) => {
      requireYes(options, `This takes ${email} out of ${tenant}, with their access and roles there.`);
      await api.send('delete', getPersonPath(email, { tenant }));
      return `${email} is no longer in ${tenant}.`;
    });

  user
    .command('list')
    .description('List the users, or the members of a tenant')
    .addOption(tenantOption())
    .option('--search <text>', 'only those with this text in their name or e-mail')
    .addOption(new Option('--state <state>', 'only those in this state').choices(userStates))
    .addOption(new Option('--sort <order>', 'the order').choices(peopleSorts).default('email'))
    .run(async (api, { tenant, search, sort, state }: ListOptions) => {
      const path = tenant === undefined ? 'users' : `tenants/${tenant}/users`;
      const people = await api.readPages(path, peoplePageSchema, { search, sort, state });
      return formatTable(people, {
        'E-MAIL': 'email',
        NAME: 'name',
        STATE: 'state',
        'LAST SIGN-IN': ({ last_sign_in_at }) => last_sign_in_at ?? 'never',
      });
    });

  return user;
}

function tenantOption(): Option {
  return new Option('--tenant <key>', 'the tenant; without it all tenants').argParser(parseTenant);
}

/** Adds the commands for one user, each of which takes an e-mail and perhaps a tenant. */
function addPersonCommands(user: PortalCommand): void {
  const add = (name: string, description: string) =>
    user.command(name).argument('<email>', '', parseEmail).description(description).addOption(tenantOption());

  add('show', 'Show why a user can or cannot sign in, with access, sessions and sign-ins of 30 days').run(
    async (api, email: string, scope: ScopeOption) => formatPerson(await readPerson(api, email, scope)),
  );

  for (const [verb, disabled, effect] of [
    ['disable', true, 'Disable a user: end their sessions and refuse new ones'],
    ['enable', false, 'Enable a disabled user'],
  ] as const) {
    add(verb, effect).run(async (api, email: string, scope: ScopeOption) => {
      await api.send('patch', getPersonPath(email, scope), { disabled });
      return `The user ${email} is ${verb}d.`;
    });
  }

  add('rename', 'Change the name of a user')
    .argument('<name>', 'the new name')
    .run(async (api, email: string, name: string, scope: ScopeOption) => {
      const change = parseArgument(personChangeSchema, { name }, 'A name is one line of 120 characters at most.');
      await api.send('patch', getPersonPath(email, scope), change);
      return `The name of ${email} is ${change.name}.`;
    });

  add('address', 'Change the e-mail of a user, who confirms it by a code mailed to the new one')
    .argument('[new]', 'the new e-mail')
    .option('--stop', 'stop the change that waits for the user')
    .run(async (api, email: string, next: string | undefined, options: ScopeOption & { readonly stop?: true }) => {
      const path = getPersonPath(email, options, 'address');
      if (options.stop) {
        await api.send('delete', path);
        return `${email} stays the e-mail of this user.`;
      }
      const change = parseArgument(addressChangeSchema, { email: next }, 'Give the new e-mail, or --stop.');
      await api.send('put', path, change);
      return `Mailed ${email} and ${change.email}. The e-mail changes once the user confirms it in the profile; that of an account that nobody has signed in to has changed.`;
    });

  add('unlock', 'Lift the limits of failed tries that lock a user out').run(
    async (api, email: string, scope: ScopeOption) => {
      await api.send('post', getPersonPath(email, scope, 'unlock'));
      return `No limit locks ${email} out.`;
    },
  );

  add('remove-factor', 'Take away the second factor of a user who is locked out, and tell them by mail')
    .option('--yes', 'really remove')
    .run(async (api, email: string, { tenant, ...options }: ScopeOption & YesOption) => {
      requireYes(options, `From then on, the password of ${email} is enough to sign in.`);
      await api.send('delete', getPersonPath(email, { tenant }, 'second-factor'));
      return `${email} has no second factor any more.`;
    });

  add('reset', 'Mail a user a code for a new password').run(async (api, email: string, scope: ScopeOption) => {
    await api.send('post', getPersonPath(email, scope, 'reset'));
    return `Mailed a code to ${email}. It is valid for 10 minutes.`;
  });

  add('sessions', 'List the sessions of a user').run(async (api, email: string, scope: ScopeOption) =>
    formatSessions(await readPerson(api, email, scope)),
  );

  add('end-sessions', 'End all sessions of a user, or one')
    .option('--session <id>', 'the id of one session')
    .run(async (api, email: string, { session, ...scope }: ScopeOption & { readonly session?: string }) => {
      const one = session === undefined ? '' : `/${encodeURIComponent(session)}`;
      await api.send('delete', getPersonPath(email, scope, `sessions${one}`));
      return session === undefined ? `Ended all sessions of ${email}.` : `Ended the session ${session}.`;
    });
}
