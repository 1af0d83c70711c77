import { moduleStatusSchema } from '@portico/contract';
import { Command } from 'commander';
import { CommandError } from '../command-error';
import { liveSentence } from './live-sentence';
import { publishingApiOf, withPublishingOptions } from './publishing-api';
import { moduleOf, reasonOf, versionOf } from './publishing-arguments';

interface RollbackOptions {
  readonly to?: string;
  readonly reason?: string;
}

export function rollbackCommand(): Command {
  const command = new Command('rollback')
    .description('lets the version before be live again, or a named one')
    .argument('<module>', 'its key')
    .argument('[version]', 'one that was published, by default the one that was live before')
    .option('--to <version>', 'another way to name it')
    .option('--reason <text>', 'what the history is to say')
    .action(async (typed: string, named: string | undefined, options: RollbackOptions, command: Command) => {
      const { to, reason } = options;
      if (named !== undefined && to !== undefined && named !== to) {
        throw new CommandError(`Is it ${named} or ${to}? A rollback leads to one version.`);
      }
      const module = moduleOf(typed);
      const body = { version: versionOf(named ?? to), reason: reasonOf(reason) };
      const api = await publishingApiOf(command);
      const status = await api.create(`modules/${module}/rollback`, body, moduleStatusSchema);
      console.log(liveSentence(status, api.address));
    });
  return withPublishingOptions(command);
}
