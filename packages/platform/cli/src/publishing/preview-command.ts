import {
  type PreviewLink,
  previewDaysDefault,
  previewDaysMax,
  previewLinkSchema,
  previewListSchema,
  previewSchema,
} from '@portico/contract';
import { Command } from 'commander';
import { CommandError, parseArgument } from '../terminal/arguments';
import { formatTable } from '../terminal/format-table';
import { resolveAddress } from './format-status';
import { createPublishingApi, getModulePath, parseModule, parseVersion, withPublishingOptions } from './publishing-api';

export const daysDescription = `how many days the link works, 1 to ${previewDaysMax} (default: ${previewDaysDefault})`;

interface PreviewOptions {
  readonly days?: string;
}

/** The command that makes, lists and revokes links to versions that are stored already. */
export function previewCommand(): Command {
  const preview = new Command('preview').description('Manage links that open a stored version in one browser');

  preview
    .command('create <module> <version>', { isDefault: true })
    .description(
      'Print a link to a version that was published, or stored by publish --preview; without "create" as well',
    )
    .option('--days <number>', daysDescription)
    .action(async (typed: string, named: string, options: PreviewOptions, command: Command) => {
      const [module, version, days] = [parseModule(typed), parseVersion(named), parseDays(options.days)];
      const api = await createPublishingApi(command);
      const path = `${getModulePath(module)}/versions/${encodeURIComponent(version ?? '')}/preview`;
      printPreview(await api.create(path, { days }, previewLinkSchema), api.address);
    });

  preview
    .command('list')
    .description('List the links that work, without what opens the version')
    .action(async (_options: unknown, command: Command) => {
      const api = await createPublishingApi(command);
      const links = await api.read('previews', previewListSchema);
      const rows = links.map(({ by, created_at, expires_at, id, module, version }) => [
        id,
        module,
        version,
        by,
        created_at,
        expires_at,
      ]);
      console.log(formatTable(['ID', 'MODULE', 'VERSION', 'BY', 'CREATED', 'EXPIRES'], rows));
    });

  preview
    .command('revoke <id>')
    .description('Revoke a link; browsers that followed it get the live version at their next page')
    .action(async (id: string, _options: unknown, command: Command) => {
      const api = await createPublishingApi(command);
      await api.send('delete', `previews/${encodeURIComponent(id)}`);
      console.log(`Revoked the preview link ${id}.`);
    });

  return withPublishingOptions(preview).configureHelp({ showGlobalOptions: true });
}

/** @throws CommandError */
export function parseDays(typed: string | undefined): number {
  const hint = `"${typed}" is not a number of days from 1 to ${previewDaysMax}.`;
  // Number() alone would accept 1e1 and the empty string.
  if (typed !== undefined && !/^\d{1,3}$/.test(typed)) throw new CommandError(hint);
  return parseArgument(previewSchema, { days: typed === undefined ? undefined : Number(typed) }, hint).days;
}

/** The link is a line of its own, the last one. */
export function printPreview({ expires_at, id, link, module, version }: PreviewLink, portal: string): void {
  console.log(`${module} ${version} is stored; this link opens it until ${expires_at}, in one browser at a time.`);
  console.log(`To end it before: portico preview revoke ${id}`);
  console.log(resolveAddress(link, portal));
}
