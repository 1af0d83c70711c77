import { text } from 'node:stream/consumers';
import { emailSchema, newUserSchema, operatorUserListSchema } from '@portico/contract';
import { Command } from 'commander';
import { parseArgument } from './arguments';
import { operatorApiOf } from './operator-api';
import { tableOf } from './table';

interface AddOptions {
  readonly name: string;
  readonly passwordStdin?: boolean;
}

export function userCommand(): Command {
  const user = new Command('user').description('the people who sign in');

  user
    .command('add <email>')
    .description('adds a user, who sets the first password by the recovery mail unless one is given')
    .requiredOption('--name <name>', 'as it is shown')
    .option('--password-stdin', 'reads the first password from the standard input')
    .action(async (email: string, { name, passwordStdin }: AddOptions, command: Command) => {
      const password = passwordStdin ? { password: (await text(process.stdin)).replace(/\r?\n$/, '') } : {};
      const hint =
        'A user has an e-mail, a name, and a password of 10 to 128 characters that is neither the e-mail nor a common one.';
      const added = parseArgument(newUserSchema, { email, name, ...password }, hint);
      const api = await operatorApiOf(command);
      await api.send('post', 'users', added);
      console.log(`Added the user ${added.email}.`);
    });

  for (const [verb, disabled, effect] of [
    ['disable', true, 'ends the sessions of a user and refuses new ones'],
    ['enable', false, 'lets a disabled user sign in again'],
  ] as const) {
    user
      .command(`${verb} <email>`)
      .description(effect)
      .action(async (typed: string, _options: unknown, command: Command) => {
        const email = parseArgument(emailSchema, typed, `"${typed}" is not an e-mail address.`);
        const api = await operatorApiOf(command);
        await api.send('patch', `users/${encodeURIComponent(email)}`, { disabled });
        console.log(`The user ${email} is ${verb}d.`);
      });
  }

  user
    .command('list')
    .description('lists the users')
    .action(async (_options: unknown, command: Command) => {
      const api = await operatorApiOf(command);
      const users = await api.read('users', operatorUserListSchema);
      const rows = users.map(({ email, name, disabled }) => [email, name, disabled ? 'disabled' : 'enabled']);
      console.log(tableOf(['E-MAIL', 'NAME', 'STATE'], rows));
    });

  return user;
}
