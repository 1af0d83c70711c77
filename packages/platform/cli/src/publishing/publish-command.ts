import path from 'node:path';
import { type BuiltModule, type CheckResult, type ReadFile, readBuiltModule } from '@portico/check';
import { isPackageName, listNeeds, type PolicyNeeds, previewLinkSchema } from '@portico/contract';
import { fileDigestsSchema, moduleStatusListSchema, moduleStatusSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { PortalCommand } from '../server/portal-command';
import { getModulePath, longTimeoutMilliseconds, publishVersions } from '../server/server-api';
import { CommandError, createParser, parseReason, parseVersion } from '../terminal/arguments';
import { formatStatus } from '../terminal/format';
import { askPortal } from './ask-portal';
import { type AudienceOptions, readAudience, withAudienceOptions } from './audience-options';
import { type CheckOptions, type RunCheck, uncheckedResult, withCheckOptions } from './check-command';
import { daysDescription, formatPreview, parseDays } from './preview-command';
import { requireOwnNames } from './require-own-names';
import { readPublishedFiles, uploadFiles } from './upload-files';

interface PublishOptions extends CheckOptions, AudienceOptions {
  readonly module?: string;
  readonly version?: string;
  readonly url?: string;
  readonly from?: string;
  readonly reason?: string;
  readonly breaking?: boolean;
  readonly preview?: boolean;
  readonly days?: number;
  readonly sourceMaps?: boolean;
}

const parseUrl = createParser(
  v.pipe(
    v.string(),
    // A folder, not the entry file.
    v.regex(/^https?:\/\/[^?#]+(?<!\.js)$/),
    v.transform((address) => (address.endsWith('/') ? address : `${address}/`)),
    v.url(),
  ),
  'the address of a folder such as https://files.example.com/smsa/1.4.0/',
);

/** @param check runs before the command uploads files */
export function publishCommand(check: RunCheck): PortalCommand {
  const command = new PortalCommand('publisher', 'publish')
    .description('Publish a built module: check it, upload its files and make it live for all users or for some')
    .argument('[folder]', 'the folder of the module', '.')
    .option('--module <key>', 'fail unless the folder holds this module')
    .option('--version <version>', 'for example 1.4.0 (default: derived from the content)', parseVersion)
    .option(
      '--url <address>',
      'the URL of the folder where you host the files; the portal verifies all of them',
      parseUrl,
    )
    .option('--from <version>', 'fail unless this version is live (optimistic locking)', parseVersion)
    .option('--reason <text>', 'a reason for the history', parseReason)
    .option('--breaking', 'publish although the types break live modules that import it')
    .option('--preview', 'store the version without making it live, and print a link that opens it in one browser')
    .option('--days <number>', daysDescription, parseDays)
    .option(
      '--source-maps',
      'upload the source maps too: only the failures of the module use them, no browser gets them',
    )
    .addHelpText(
      'after',
      '\nPublishes all files of the built folder except dot files and, without --source-maps, source maps.',
    )
    .run(async (api, folder: string, options: PublishOptions) => {
      const { breaking, from, preview, reason, sourceMaps: withMaps, url, version } = options;
      const users = readAudience(options);
      requireUsefulOptions(options);
      const built = await readBuiltModule(folder, options.dist);
      // The team's host serves the files as they are.
      const module = url === undefined ? { ...built, withMaps } : { ...built, styleScope: undefined };
      requireModule(module, options.module);
      requirePackageVersion(module, version);
      const { key } = module;
      const path = getModulePath(key);
      // The check is slow: fail before it if the credential may not publish the module.
      await api.create(`${path}/missing-files`, { digests: [] }, fileDigestsSchema);
      const asked = await askPortal(api, module, version);
      if (breaking) for (const sentence of asked.typeBreaks ?? []) console.log(`· ${sentence}`);
      const files = await readPublishedFiles(module);
      const checked = await check([breaking ? { ...asked, typeBreaks: [] } : asked], options);
      if (checked.hasFailed) throw new CommandError('Not published: the check failed.');
      await requireSameFiles(module, files);
      const [result = uncheckedResult] = checked.results;
      const described = describeVersion(module, files, result);
      const modules = await api.read('modules', moduleStatusListSchema);
      await requireOwnNames(key, result.chunkGlobals, modules, api.address);
      const live = modules.find((status) => status.module === key);
      const needs = compareNeeds(live?.policy ?? {}, described.policy);
      for (const need of needs.added) console.log(`+ It needs ${need}.`);
      for (const need of needs.removed) console.log(`- It no longer needs ${need}.`);
      await uploadFiles(api, key, files, url);
      const publication = { version, url, from, ...users, reason, ...described };
      if (preview) {
        const stored = { ...publication, days: options.days };
        const link = await api.create(`${path}/previews`, stored, previewLinkSchema, longTimeoutMilliseconds);
        return formatPreview(link, api.address);
      }
      console.log('Publishing.');
      const statusCommand = `portico status ${key}`;
      const status = await publishVersions(api, `${path}/versions`, publication, moduleStatusSchema, statusCommand);
      for (const warning of status.warnings ?? []) console.log(`· ${warning}`);
      return formatStatus(status, api.address);
    });
  return withCheckOptions(withAudienceOptions(command));
}

/** The part of a check that a publication carries. */
type Checked = Pick<CheckResult, 'hasStyleAttributes' | 'preloads'>;

/** Describes the content of a version, as a publication needs it. */
export function describeVersion(
  module: BuiltModule,
  files: readonly ReadFile[],
  { hasStyleAttributes, preloads }: Checked,
) {
  const { declarations, key, published: entry, shared = {}, styles } = module;
  const named = files.map(({ name, digest }) => ({ name, digest }));
  const policy: PolicyNeeds = { ...module.policy, ...(hasStyleAttributes && { styleAttributes: true }) };
  return { policy, preloads, shared, declarations, checked: !isPackageName(key), entry, styles, files: named };
}

/**
 * Detects a build that runs beside the command, such as `portico dev` or a watcher: it writes unchecked files.
 * @param checked the files as they were before the check
 */
async function requireSameFiles(module: BuiltModule, checked: readonly ReadFile[]): Promise<void> {
  const list = (files: readonly ReadFile[]) => files.map(({ digest, name }) => `${name} ${digest}`).join('\n');
  if (list(await readPublishedFiles(module)) === list(checked)) return;
  throw new CommandError('Not published: the files of the build changed during the check. Run it again.');
}

function requireUsefulOptions(options: PublishOptions): void {
  const { days, from, percent, preview, rollout, sourceMaps, tenant, url } = options;
  if (url !== undefined && sourceMaps) {
    throw new CommandError('--source-maps uploads to the portal: leave the maps beside the files at --url instead.');
  }
  if (!preview && days !== undefined) throw new CommandError('--days needs --preview.');
  if (preview && [from, percent, rollout, tenant].some((each) => each !== undefined)) {
    throw new CommandError(
      'A preview has no audience: remove --tenant, --percent, --rollout and --from, or --preview.',
    );
  }
}

function requireModule({ key, folder }: BuiltModule, wanted: string | undefined): void {
  if (wanted === undefined || wanted === key) return;
  throw new CommandError(`--module is "${wanted}", but ${path.join(folder, 'package.json')} names "${key}".`);
}

/** MAJOR.MINOR.PATCH, pre-release and build, as https://semver.org defines them. */
const semanticVersion = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;

/** Modules import a package by a range of versions, so the content cannot name its version. */
function requirePackageVersion({ key }: BuiltModule, version: string | undefined): void {
  if (!isPackageName(key) || (version !== undefined && semanticVersion.test(version))) return;
  throw new CommandError(`${key} is a package: name its version, for example --version 1.4.0.`);
}

/** Lists what the content policy has to allow additionally for a version, and no longer. */
export function compareNeeds(before: PolicyNeeds, after: PolicyNeeds) {
  const [former, next] = [listNeeds(before), listNeeds(after)];
  return {
    added: next.filter((need) => !former.includes(need)),
    removed: former.filter((need) => !next.includes(need)),
  };
}
