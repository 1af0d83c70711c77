import path from 'node:path';
import { fileDigestsSchema } from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { parseArgument } from '../arguments';
import type { BundledFiles } from '../bundled-files';
import { type BuiltModule, readBuiltModule } from '../check/built-module';
import type { CheckModules } from '../check/check-modules';
import { type CheckOptions, withCheckOptions } from '../check/check-options';
import { CommandError } from '../command-error';
import type { ServerApi } from '../server-api';
import { type AudienceOptions, audienceOf } from './audience';
import { liveSentence } from './live-sentence';
import { publishModule, type Wish } from './publish-module';
import { publishingApiOf, withPublishingOptions } from './publishing-api';
import { reasonOf, versionOf } from './publishing-arguments';

interface PublishOptions extends AudienceOptions, CheckOptions {
  readonly module?: string;
  readonly version?: string;
  readonly url?: string;
  readonly from?: string;
  readonly reason?: string;
}

const folderAddressSchema = v.pipe(
  v.string(),
  // The entry is what import maps name; here it is the folder of all files.
  v.regex(/^https?:\/\/[^?#]+(?<!\.js)$/),
  v.transform((address) => (address.endsWith('/') ? address : `${address}/`)),
  v.url(),
);

/** @param check decides before anything is sent */
export function publishCommand({ shell }: BundledFiles, check: CheckModules): Command {
  const command = new Command('publish')
    .description('checks a built module, sends its files and lets it be live, for everybody or for a few')
    .argument('[folder]', 'the folder of the module', '.')
    .option('--module <key>', 'refuses the folder unless it is of this module')
    .option('--version <version>', 'such as 1.4.0, by default the portal makes one of the content')
    .option('--url <address>', 'the folder where you host the files yourself, all of which the portal compares')
    .option('--tenant <keys>', 'a canary: for these tenants alone, with commas between them', keysOf)
    .option('--percent <number>', 'a canary: for this share of the users alone, from 1 to 99')
    .option('--from <version>', 'refuses unless this version is live')
    .option('--reason <text>', 'what the history is to say')
    .addHelpText(
      'after',
      '\nAll files of the built folder are published but source maps, and what has a name\nor folder with a dot in front.',
    )
    .action(async (folder: string, options: PublishOptions, command: Command) => {
      const wish = wishOf(options);
      const module = await readBuiltModule(folder, options.dist);
      requireModule(module, options.module);
      const api = await publishingApiOf(command);
      await requireRight(api, module.key);
      if (await check([module], shell, options)) throw new CommandError('Nothing is published: the check refuses it.');
      console.log(liveSentence(await publishModule(api, module, wish, console.log), api.address));
    });
  return withPublishingOptions(withCheckOptions(command));
}

function keysOf(typed: string, before: readonly string[] = []): string[] {
  return [...before, ...typed.split(',').map((key) => key.trim())];
}

function wishOf(options: PublishOptions): Wish {
  const { version, url, from, reason } = options;
  const hint = `"${url}" is not the address of a folder such as https://files.example.com/smsa/1.4.0/.`;
  return {
    version: versionOf(version),
    url: parseArgument(v.optional(folderAddressSchema), url, hint),
    from: versionOf(from),
    audience: audienceOf(options),
    reason: reasonOf(reason),
  };
}

/** Before the check, which takes its time. @throws CommandError when the credential may not publish the module */
async function requireRight(api: ServerApi, key: string): Promise<void> {
  await api.create(`modules/${key}/missing-files`, { digests: [] }, fileDigestsSchema);
}

function requireModule({ key, folder }: BuiltModule, wanted: string | undefined): void {
  if (wanted === undefined || wanted === key) return;
  throw new CommandError(`--module is "${wanted}", but ${path.join(folder, 'package.json')} is of "${key}".`);
}
