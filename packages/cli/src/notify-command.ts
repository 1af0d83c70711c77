import { notificationReceiptSchema, notificationRequestSchema } from '@portico/contract';
import { Command, Option } from 'commander';
import { parseArgument } from './arguments';
import { serverApiOf } from './server-api';
import { readServiceKey } from './service-key';

interface NotifyOptions {
  readonly module?: string;
  readonly token?: string;
  readonly body?: string;
  readonly icon?: string;
  readonly redirect?: string;
}

export function notifyCommand(): Command {
  return new Command('notify')
    .description('sends a notification, as the back end of a module does')
    .argument('<emails>', 'whom, with commas between them')
    .argument('<title>', 'one line')
    .option('--module <key>', 'the module whose service key of .portico/service-keys.json is taken')
    .addOption(new Option('--token <key>', 'a service key; it says whose module it is').env('PORTICO_SERVICE_KEY'))
    .option('--body <text>', 'more about it')
    .option('--icon <name>', 'such as bell or brands/github')
    .option('--redirect <address>', 'where it leads: a path of the portal, or an address with https://')
    .action(async (emails: string, title: string, options: NotifyOptions, command: Command) => {
      const { module, token, ...content } = options;
      const hint =
        'A notification has e-mails, a title of 200 characters at most, and perhaps a body of 2000, an icon such as "bell", and a redirect that is a path or starts with https://.';
      const request = parseArgument(notificationRequestSchema, { emails: emails.split(','), title, ...content }, hint);
      const api = serverApiOf(command, '/api', token || (await readServiceKey(module)));
      const { recipients } = await api.create('notifications', request, notificationReceiptSchema);
      const missed = request.emails.length - recipients;
      const others = missed === 0 ? '' : ` ${missed} of those named do not have the module.`;
      console.log(`Sent to ${recipients === 1 ? '1 user' : `${recipients} users`}.${others}`);
    });
}
