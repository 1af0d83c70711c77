import { type FileChange, versionComparisonSchema, versionPageSchema } from '@portico/contract/publishing';
import { PortalCommand } from '../server/portal-command';
import { changeModule, getModulePath } from '../server/server-api';
import { parseModule, parseReason, parseVersion, type ReasonOption } from '../terminal/arguments';
import { formatCheck, formatTable } from '../terminal/format';
import { type AudienceOptions, readAudience, withAudienceOptions } from './audience-options';
import { compareNeeds } from './publish-command';

/** The commands for versions that the portal has stored. */
export function versionCommands(): PortalCommand[] {
  return [publishStoredCommand(), versionsCommand(), compareCommand()];
}

function publishStoredCommand(): PortalCommand {
  const command = new PortalCommand('publisher', 'publish-stored')
    .description('Publish a version that the portal has stored, such as that of a preview, for all users or for some')
    .argument('<module>', 'the key of the module', parseModule)
    .argument('<version>', 'a stored version', parseVersion)
    .option('--reason <text>', 'a reason for the history', parseReason)
    .run(async (api, module: string, version: string, { reason, ...options }: ReasonOption & AudienceOptions) => {
      const publication = { ...readAudience(options), reason };
      return changeModule(api, module, `versions/${encodeURIComponent(version)}/publish`, publication);
    });
  return withAudienceOptions(command);
}

function versionsCommand(): PortalCommand {
  return new PortalCommand('publisher', 'versions')
    .description('List the stored versions of a module, the newest 100')
    .argument('<module>', 'the key of the module', parseModule)
    .run(async (api, module: string) => {
      const { items } = await api.read(`${getModulePath(module)}/versions?limit=100`, versionPageSchema);
      if (items.length === 0) return `The portal has stored no version of ${module}.`;
      return formatTable(items, {
        VERSION: 'version',
        STORED: 'created_at',
        CHECKED: ({ checked_by }) => formatCheck(checked_by),
        FILES: 'files',
        BYTES: ({ bytes }) => formatBytes(bytes),
        '': ({ quarantined_at }) => (quarantined_at === null ? '' : 'in quarantine'),
      });
    });
}

function compareCommand(): PortalCommand {
  return new PortalCommand('publisher', 'compare')
    .description('Compare two stored versions of a module: their files, policy and types')
    .argument('<module>', 'the key of the module', parseModule)
    .argument('<former>', 'a stored version', parseVersion)
    .argument('<next>', 'the version to compare with it', parseVersion)
    .run(async (api, module: string, former: string, next: string) => {
      const path = `${getModulePath(module)}/versions/${encodeURIComponent(next)}/comparison`;
      const query = new URLSearchParams({ with: former });
      const { after, before, files, policy, types, unchanged } = await api.read(
        `${path}?${query}`,
        versionComparisonSchema,
      );
      const needs = compareNeeds(policy.before, policy.after);
      return [
        ...files.map(formatFile),
        `Unchanged files: ${unchanged}. In bytes: ${formatBytes(before)} before, ${formatBytes(after)} after.`,
        ...needs.added.map((need) => `+ policy: ${need}`),
        ...needs.removed.map((need) => `- policy: ${need}`),
        ...(types?.added ?? []).map((line) => `+ types: ${line}`),
        ...(types?.removed ?? []).map((line) => `- types: ${line}`),
      ].join('\n');
    });
}

const signs = { added: '+', removed: '-', changed: '*' } as const;

function formatFile({ after, before, change, name }: FileChange): string {
  const sizes = [before, after].filter((size) => size !== null);
  return `${signs[change]} ${name}${sizes.length > 0 ? ` (${sizes.join(' → ')} bytes)` : ''}`;
}

/** The portal does not know the sizes of files on the host of a team. */
function formatBytes(bytes: number | null): string {
  return bytes === null ? 'unknown' : `${bytes}`;
}
