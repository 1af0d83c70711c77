import { text } from 'node:stream/consumers';
import { emailSchema, newUserSchema, operatorUserListSchema } from '@portico/contract';
import { Command } from 'commander';
import { saveDownload } from '../server/save-download';
import { parseArgument, requireYes, type YesOption } from '../terminal/arguments';
import { formatTable } from '../terminal/format-table';
import { createOperatorApi } from './operator-api';

interface AddOptions {
  readonly name: string;
  readonly passwordStdin?: boolean;
}

export function userCommand(): Command {
  const user = new Command('user').description('Manage users');

  user
    .command('add <email>')
    .description('Add a user; without --password-stdin they set their first password through the recovery mail')
    .requiredOption('--name <name>', 'the name users see')
    .option('--password-stdin', 'read the first password from standard input')
    .action(async (email: string, { name, passwordStdin }: AddOptions, command: Command) => {
      const password = passwordStdin ? { password: (await text(process.stdin)).replace(/\r?\n$/, '') } : {};
      const hint =
        'A user needs an e-mail and a name; the password has 10 to 128 characters and is neither the e-mail nor a common password.';
      const added = parseArgument(newUserSchema, { email, name, ...password }, hint);
      const api = await createOperatorApi(command);
      await api.send('post', 'users', added);
      console.log(`Added the user ${added.email}.`);
    });

  for (const [verb, disabled, effect] of [
    ['disable', true, 'Disable a user: end their sessions and refuse new ones'],
    ['enable', false, 'Enable a disabled user'],
  ] as const) {
    user
      .command(`${verb} <email>`)
      .description(effect)
      .action(async (typed: string, _options: unknown, command: Command) => {
        const email = parseEmail(typed);
        const api = await createOperatorApi(command);
        await api.send('patch', `users/${encodeURIComponent(email)}`, { disabled });
        console.log(`The user ${email} is ${verb}d.`);
      });
  }

  user
    .command('export <email> <file>')
    .description('Write everything that the portal holds of a user to a file, as JSON')
    .action(async (typed: string, file: string, _options: unknown, command: Command) => {
      const email = parseEmail(typed);
      const api = await createOperatorApi(command);
      const size = await saveDownload(api, `users/${encodeURIComponent(email)}/export`, file);
      console.log(`Wrote ${file} (${size} bytes).`);
    });

  user
    .command('delete <email>')
    .description('Delete a user and everything that the portal holds of them')
    .option('--yes', 'really delete')
    .action(async (typed: string, options: YesOption, command: Command) => {
      const email = parseEmail(typed);
      requireYes(options, `This deletes ${email} with sessions, photo and notifications.`);
      const api = await createOperatorApi(command);
      await api.send('delete', `users/${encodeURIComponent(email)}`);
      console.log(`The user ${email} is deleted.`);
    });

  user
    .command('list')
    .description('List the users')
    .action(async (_options: unknown, command: Command) => {
      const api = await createOperatorApi(command);
      const users = await api.read('users', operatorUserListSchema);
      const rows = users.map(({ email, name, disabled }) => [email, name, disabled ? 'disabled' : 'enabled']);
      console.log(formatTable(['E-MAIL', 'NAME', 'STATE'], rows));
    });

  return user;
}

function parseEmail(typed: string): string {
  return parseArgument(emailSchema, typed, `"${typed}" is not an e-mail address.`);
}
