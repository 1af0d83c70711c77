import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { notificationReceiptSchema, notificationRequestSchema } from '@portico/contract';
import { demoServiceKeysSchema } from '@portico/contract/administration';
import { Command, Option } from 'commander';
import * as v from 'valibot';
import { dataFolder, parsePortal, withPortalOption } from '../server/portal-command';
import { createServerApi } from '../server/server-api';
import { CommandError, parseArgument } from '../terminal/arguments';

interface NotifyOptions {
  readonly portal: string;
  readonly module?: string;
  readonly token?: string;
  readonly body?: string;
  readonly icon?: string;
  readonly redirect?: string;
}

export function notifyCommand(): Command {
  const command = new Command('notify')
    .description('Send a notification, as the back end of a module does')
    .argument('<emails>', 'the recipients, separated by commas')
    .argument('<title>', 'the title, one line')
    .option('--module <key>', 'use the service key of this module in .portico/service-keys.json')
    .addOption(new Option('--token <key>', 'a service key; it determines the module').env('PORTICO_SERVICE_KEY'))
    .option('--body <text>', 'the body text')
    .option('--icon <name>', 'an icon, for example bell or brands/github')
    .option('--redirect <address>', 'the link: a path of the portal, or an https:// address')
    .action(async (emails: string, title: string, options: NotifyOptions) => {
      const { module, portal, token, ...content } = options;
      const hint =
        'A notification needs e-mails and a title (at most 200 characters); the body has at most 2000 characters, the icon is a name such as "bell", the redirect is a path or starts with https://.';
      const request = parseArgument(notificationRequestSchema, { emails: emails.split(','), title, ...content }, hint);
      const api = createServerApi(parsePortal(portal), '/api', token || (await readServiceKey(module)));
      const { recipients } = await api.create('notifications', request, notificationReceiptSchema);
      const missed = request.emails.length - recipients;
      const others = missed === 0 ? '' : ` ${missed} of the named users cannot use the module.`;
      console.log(`Sent to ${recipients === 1 ? '1 user' : `${recipients} users`}.${others}`);
    });
  return withPortalOption(command);
}

const file = path.join(dataFolder, 'service-keys.json');

/** Reads the demo service key of a module from the data folder of a server on this machine. */
async function readServiceKey(module: string | undefined): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const keys = v.safeParse(v.pipe(v.string(), v.parseJson(), demoServiceKeysSchema), text);
  const key = keys.success && module !== undefined ? keys.output[module] : undefined;
  if (key !== undefined) return key;
  const need = `No service key${module === undefined ? '' : ` of ${module}`}`;
  throw new CommandError(
    `${need}: use --token, set PORTICO_SERVICE_KEY, or use --module with a module listed in ${file}.`,
  );
}
