import {
  type CheckedBy,
  type MapChange,
  type ModuleStatus,
  mapChangeListSchema,
  moduleStatusListSchema,
} from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { CommandError, parseArgument } from '../terminal/arguments';
import { formatTable } from '../terminal/format-table';
import { formatAudience, notInMap, resolveAddress, shellVersion } from './format-status';
import { createPublishingApi, parseModule, withPublishingOptions } from './publishing-api';

export function statusCommand(): Command {
  const command = new Command('status')
    .description('Show the live version of each module and its address')
    .argument('[module]', 'the key of the module (default: all)')
    .action(async (module: string | undefined, _options: unknown, command: Command) => {
      const api = await createPublishingApi(command);
      const all = await api.read('modules', moduleStatusListSchema);
      const wanted = all.filter((status) => module === undefined || status.module === module);
      if (module !== undefined && wanted.length === 0) throw new CommandError(`The portal has no module "${module}".`);
      const rows = wanted.map((status) => formatModule(status, api.address));
      console.log(formatTable(['MODULE', 'VERSION', 'SINCE', 'CHECKED', 'CANARY', 'ADDRESS'], rows));
    });
  return withPublishingOptions(command);
}

function formatModule(status: ModuleStatus, portal: string): string[] {
  const { address, canary, checked_by, in_rollout, module, since, version } = status;
  return [
    module,
    version ?? (address === null ? '' : shellVersion),
    `${since ?? ''}${in_rollout ? ', in rollout' : ''}`,
    formatCheck(checked_by),
    canary === null ? '' : `${canary.version} for ${formatAudience(canary.audience)}${formatCanaryCheck(canary)}`,
    address === null ? notInMap : resolveAddress(address, portal),
  ];
}

function formatCheck(checkedBy: CheckedBy | undefined): string {
  if (checkedBy === undefined) return '';
  return checkedBy === 'nobody' ? 'unchecked' : `by the ${checkedBy}`;
}

/** Only what is wrong, because the column is long. */
function formatCanaryCheck({ checked_by }: NonNullable<ModuleStatus['canary']>): string {
  return checked_by === 'nobody' ? ', unchecked' : '';
}

interface HistoryOptions {
  readonly limit: string;
}

const limitSchema = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(200));

export function historyCommand(): Command {
  const command = new Command('history')
    .description('List the changes of the live import map, latest first')
    .argument('[module]', 'the key of the module (default: all)')
    .option('--limit <number>', 'the number of changes, at most 200', '50')
    .action(async (typed: string | undefined, options: HistoryOptions, command: Command) => {
      const limit = parseArgument(limitSchema, options.limit, `"${options.limit}" is not a number from 1 to 200.`);
      const query = new URLSearchParams({ limit: `${limit}` });
      if (typed !== undefined) query.set('module', parseModule(typed));
      const api = await createPublishingApi(command);
      const changes = await api.read(`history?${query}`, mapChangeListSchema);
      if (changes.length === 0)
        return console.log(`Nothing has been published yet${typed === undefined ? '' : ` for ${typed}`}.`);
      console.log(
        formatTable(
          ['REVISION', 'WHEN', 'WHO', 'MODULE', 'WHAT', 'FROM', 'TO', 'CHECKED', 'WHY'],
          changes.map(formatChange),
        ),
      );
    });
  return withPublishingOptions(command);
}

function formatChange(change: MapChange): string[] {
  const { action, at, audience, by, checked_by, from, module, reason, revision, to } = change;
  const what = audience === null ? action : `${action} for ${formatAudience(audience)}`;
  const none = action === 'remove' ? notInMap : shellVersion;
  return [`${revision}`, at, by, module, what, from ?? shellVersion, to ?? none, formatCheck(checked_by), reason];
}
