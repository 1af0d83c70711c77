import { type MapChange, mapChangeListSchema } from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { parseArgument } from '../arguments';
import { tableOf } from '../table';
import { shownAudience } from './audience';
import { notInMap, shellVersion } from './live-sentence';
import { publishingApiOf, withPublishingOptions } from './publishing-api';
import { moduleOf } from './publishing-arguments';

interface HistoryOptions {
  readonly limit: string;
}

const limitSchema = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(200));

export function historyCommand(): Command {
  const command = new Command('history')
    .description('lists who changed what is live, when and why, the latest first')
    .argument('[module]', 'its key, by default all')
    .option('--limit <number>', 'how many changes, 200 at most', '50')
    .action(async (typed: string | undefined, options: HistoryOptions, command: Command) => {
      const limit = parseArgument(limitSchema, options.limit, `"${options.limit}" is no number from 1 to 200.`);
      const query = new URLSearchParams({ limit: `${limit}` });
      if (typed !== undefined) query.set('module', moduleOf(typed));
      const api = await publishingApiOf(command);
      const changes = await api.read(`history?${query}`, mapChangeListSchema);
      if (changes.length === 0)
        return console.log(`Nothing has been published yet${typed === undefined ? '' : ` of ${typed}`}.`);
      console.log(tableOf(['REVISION', 'WHEN', 'WHO', 'MODULE', 'WHAT', 'FROM', 'TO', 'WHY'], changes.map(rowOf)));
    });
  return withPublishingOptions(command);
}

function rowOf({ revision, at, by, module, action, from, to, audience, reason }: MapChange): string[] {
  const what = audience === null ? action : `${action} for ${shownAudience(audience)}`;
  const none = action === 'remove' ? notInMap : shellVersion;
  return [`${revision}`, at, by, module, what, from ?? shellVersion, to ?? none, reason];
}
