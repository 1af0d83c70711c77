import {
  type PreviewLink,
  previewDaysDefault,
  previewDaysMax,
  previewLinkSchema,
  previewSchema,
} from '@portico/contract';
import { Command } from 'commander';
import { CommandError } from '../terminal/command-error';
import { parseArgument } from '../terminal/parse-argument';
import { resolveAddress } from './format-status';
import { createPublishingApi, parseModule, parseVersion, withPublishingOptions } from './publishing-api';

export const daysDescription = `how many days the link works, 1 to ${previewDaysMax} (default: ${previewDaysDefault})`;

interface PreviewOptions {
  readonly days?: string;
}

/** The command that makes a link to a version that is stored already. */
export function previewCommand(): Command {
  const command = new Command('preview')
    .description('Print a link that opens a stored version in one browser, without making it live')
    .argument('<module>', 'the key of the module')
    .argument('<version>', 'a version that was published, or stored by publish --preview')
    .option('--days <number>', daysDescription)
    .action(async (typed: string, named: string, options: PreviewOptions, command: Command) => {
      const [module, version, days] = [parseModule(typed), parseVersion(named), parseDays(options.days)];
      const api = await createPublishingApi(command);
      const path = `modules/${module}/versions/${encodeURIComponent(version ?? '')}/preview`;
      printPreview(await api.create(path, { days }, previewLinkSchema), api.address);
    });
  return withPublishingOptions(command);
}

/** @throws CommandError */
export function parseDays(typed: string | undefined): number {
  const hint = `"${typed}" is not a number of days from 1 to ${previewDaysMax}.`;
  // Number() alone would accept 1e1 and the empty string.
  if (typed !== undefined && !/^\d{1,3}$/.test(typed)) throw new CommandError(hint);
  return parseArgument(previewSchema, { days: typed === undefined ? undefined : Number(typed) }, hint).days;
}

/** The link is a line of its own, the last one. */
export function printPreview({ expires_at, link, module, version }: PreviewLink, portal: string): void {
  console.log(`${module} ${version} is stored; this link opens it until ${expires_at}, in one browser at a time:`);
  console.log(resolveAddress(link, portal));
}
