import { type ModuleStatus, moduleStatusListSchema } from '@portico/contract';
import { Command } from 'commander';
import { CommandError } from '../command-error';
import { tableOf } from '../table';
import { shownAudience } from './audience';
import { notInMap, shellVersion, shownAddress } from './live-sentence';
import { publishingApiOf, withPublishingOptions } from './publishing-api';

export function statusCommand(): Command {
  const command = new Command('status')
    .description('tells which version of each module is live, and where its file is')
    .argument('[module]', 'its key, by default all')
    .action(async (module: string | undefined, _options: unknown, command: Command) => {
      const api = await publishingApiOf(command);
      const all = await api.read('modules', moduleStatusListSchema);
      const wanted = all.filter((status) => module === undefined || status.module === module);
      if (module !== undefined && wanted.length === 0) throw new CommandError(`The portal has no module "${module}".`);
      const rows = wanted.map((status) => rowOf(status, api.address));
      console.log(tableOf(['MODULE', 'VERSION', 'SINCE', 'CANARY', 'ADDRESS'], rows));
    });
  return withPublishingOptions(command);
}

function rowOf({ module, version, since, on_trial, canary, address }: ModuleStatus, portal: string): string[] {
  return [
    module,
    version ?? (address === null ? '' : shellVersion),
    `${since ?? ''}${on_trial ? ', on trial' : ''}`,
    canary === null ? '' : `${canary.version} for ${shownAudience(canary.audience)}`,
    address === null ? notInMap : shownAddress(address, portal),
  ];
}
