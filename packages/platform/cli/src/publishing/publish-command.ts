import path from 'node:path';
import { type BuiltModule, type ReadFile, readBuiltModule } from '@portico/check';
import {
  type Audience,
  audienceSchema,
  fileDigestsSchema,
  isPackageName,
  listNeeds,
  type ModuleStatus,
  moduleStatusListSchema,
  type PolicyNeeds,
} from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { type CheckOptions, type RunCheck, withCheckOptions } from '../check/check-command';
import type { ServerApi } from '../server/server-api';
import { CommandError, parseArgument } from '../terminal/arguments';
import { findPackages } from './find-packages';
import { findSharedNames } from './find-shared-names';
import { findTypeBreaks } from './find-type-breaks';
import { formatStatus } from './format-status';
import { daysDescription, parseDays, printPreview } from './preview-command';
import { type PublishRequest, publishModule, readPublishedFiles, storePreview } from './publish-module';
import { createPublishingApi, getModulePath, parseReason, parseVersion, withPublishingOptions } from './publishing-api';

interface PublishOptions extends CheckOptions {
  readonly tenant?: readonly string[];
  readonly percent?: string;
  readonly module?: string;
  readonly version?: string;
  readonly url?: string;
  readonly from?: string;
  readonly reason?: string;
  readonly breaking?: boolean;
  readonly preview?: boolean;
  readonly days?: string;
}

const folderAddressSchema = v.pipe(
  v.string(),
  // A folder, not the entry file.
  v.regex(/^https?:\/\/[^?#]+(?<!\.js)$/),
  v.transform((address) => (address.endsWith('/') ? address : `${address}/`)),
  v.url(),
);

/** @param check runs before anything is sent */
export function publishCommand(check: RunCheck): Command {
  const command = new Command('publish')
    .description('Publish a built module: check it, upload its files and make it live for all users or for some')
    .argument('[folder]', 'the folder of the module', '.')
    .option('--module <key>', 'fail unless the folder holds this module')
    .option('--version <version>', 'for example 1.4.0 (default: derived from the content)')
    .option('--url <address>', 'the URL of the folder where you host the files; the portal verifies all of them')
    .option('--tenant <keys>', 'canary: publish for these tenants only, separated by commas', parseKeys)
    .option('--percent <number>', 'canary: publish for this percentage of users only, 1 to 99')
    .option('--from <version>', 'fail unless this version is live (optimistic locking)')
    .option('--reason <text>', 'a reason for the history')
    .option('--breaking', 'publish although the types break live modules that import it')
    .option('--preview', 'store the version without making it live, and print a link that opens it in one browser')
    .option('--days <number>', daysDescription)
    .addHelpText('after', '\nPublishes all files of the built folder except source maps and dot files.')
    .action(async (folder: string, options: PublishOptions, command: Command) => {
      const request = parsePublishOptions(options);
      const days = parsePreviewOptions(options);
      const module = await readBuiltModule(folder, options.dist);
      requireModule(module, options.module);
      const api = await createPublishingApi(command);
      await requirePermission(api, module.key);
      const packages = await findPackages(api, module);
      const found = await findTypeBreaks(api, module, request.version);
      if (options.breaking) for (const sentence of found) console.log(`· ${sentence}`);
      const typeBreaks = options.breaking ? [] : found;
      const files = await readPublishedFiles(module);
      const { hasFailed, results } = await check([{ ...module, packages, typeBreaks }], options);
      const [{ chunkGlobals, preloads } = { chunkGlobals: [], preloads: [] }] = results;
      if (hasFailed) throw new CommandError('Not published: the check failed.');
      await requireSameFiles(module, files);
      const { policy = {} } = module;
      const modules = await api.read('modules', moduleStatusListSchema);
      await requireOwnNames(module.key, chunkGlobals, modules, api.address);
      const live = modules.find((status) => status.module === module.key);
      for (const line of describePolicyChange(live, policy)) console.log(line);
      const publication = {
        ...request,
        policy,
        preloads: [...preloads],
        shared: module.shared ?? {},
        checked: !isPackageName(module.key),
      };
      if (days !== undefined) {
        printPreview(await storePreview(api, module, files, publication, days, console.log), api.address);
        return;
      }
      const status = await publishModule(api, module, files, publication, console.log);
      for (const warning of status.warnings ?? []) console.log(`· ${warning}`);
      console.log(formatStatus(status, api.address));
    });
  return withPublishingOptions(withCheckOptions(command));
}

/**
 * A build that runs beside the command, as `portico dev` and watchers do, writes what nobody has checked.
 *
 * @param checked the files as they were before the check
 * @throws CommandError when they are others now
 */
async function requireSameFiles(module: BuiltModule, checked: readonly ReadFile[]): Promise<void> {
  const list = (files: readonly ReadFile[]) => files.map(({ digest, name }) => `${name} ${digest}`).join('\n');
  if (list(await readPublishedFiles(module)) === list(checked)) return;
  throw new CommandError('Not published: the files of the build changed during the check. Run it again.');
}

/** @throws CommandError when a live module has the name of this build */
async function requireOwnNames(...parameters: Parameters<typeof findSharedNames>): Promise<void> {
  const [shared] = await findSharedNames(...parameters);
  if (shared === undefined) return;
  throw new CommandError(
    `Not published: the live module ${shared.module} has the same uniqueName, so both would register chunks at window.${shared.global}. Set output.uniqueName to "${parameters[0]}".`,
  );
}

function parseKeys(typed: string, before: readonly string[] = []): string[] {
  return [...before, ...typed.split(',').map((key) => key.trim())];
}

function parsePublishOptions(
  options: PublishOptions,
): Omit<PublishRequest, 'policy' | 'preloads' | 'shared' | 'checked'> {
  const { version, url, from, reason } = options;
  const hint = `"${url}" is not the address of a folder such as https://files.example.com/smsa/1.4.0/.`;
  return {
    version: parseVersion(version),
    url: parseArgument(v.optional(folderAddressSchema), url, hint),
    from: parseVersion(from),
    audience: parseAudience(options),
    reason: parseReason(reason),
  };
}

/**
 * The days of a preview; `undefined` for a publication.
 * @throws CommandError
 */
function parsePreviewOptions({ days, from, percent, preview, tenant }: PublishOptions): number | undefined {
  if (!preview && days !== undefined) throw new CommandError('--days is for --preview.');
  if (!preview) return undefined;
  if (tenant !== undefined || percent !== undefined || from !== undefined) {
    throw new CommandError('A preview is for whoever has its link: --tenant, --percent and --from do not go with it.');
  }
  return parseDays(days);
}

/**
 * The audience of a canary; `undefined` for all users.
 * @throws CommandError
 */
function parseAudience({ tenant, percent }: PublishOptions): Audience | undefined {
  if (tenant !== undefined && percent !== undefined) {
    throw new CommandError(
      'A canary is for tenants or for a percentage of users: use --tenant or --percent, not both.',
    );
  }
  if (tenant !== undefined) {
    const hint = '--tenant takes at most 100 tenant keys, for example "finouro".';
    return parseArgument(audienceSchema, { tenants: [...new Set(tenant)] }, hint);
  }
  if (percent === undefined) return undefined;
  // Number() alone would accept 1e1 and the empty string.
  const share = /^\d{1,2}$/.test(percent) ? Number(percent) : Number.NaN;
  return parseArgument(audienceSchema, { percent: share }, `"${percent}" is not a percentage from 1 to 99.`);
}

/**
 * Asked first, because the check is slow.
 * @throws CommandError when the credential may not publish the module
 */
async function requirePermission(api: ServerApi, key: string): Promise<void> {
  await api.create(`${getModulePath(key)}/missing-files`, { digests: [] }, fileDigestsSchema);
}

function requireModule({ key, folder }: BuiltModule, wanted: string | undefined): void {
  if (wanted === undefined || wanted === key) return;
  throw new CommandError(`--module is "${wanted}", but ${path.join(folder, 'package.json')} names "${key}".`);
}

/** Says what a version needs from the content policy that the live one does not, and the reverse, a line for each. */
function describePolicyChange(live: ModuleStatus | undefined, policy: PolicyNeeds): string[] {
  const [before, after] = [live?.policy ?? {}, policy].map((needs) => new Set(listNeeds(needs)));
  const added = [...(after ?? [])].filter((need) => !before?.has(need)).map((need) => `+ It needs ${need}.`);
  const ended = [...(before ?? [])].filter((need) => !after?.has(need)).map((need) => `- It no longer needs ${need}.`);
  return [...added, ...ended];
}
