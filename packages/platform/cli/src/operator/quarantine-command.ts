import { moduleStatusSchema, quarantineSchema } from '@portico/contract';
import { Command } from 'commander';
import { formatStatus } from '../publishing/format-status';
import { getModulePath, parseModule } from '../publishing/publishing-api';
import { parseArgument, requireYes, type YesOption } from '../terminal/arguments';
import { createOperatorApi } from './operator-api';

interface QuarantineOptions extends YesOption {
  readonly reason?: string;
}

export function quarantineCommand(): Command {
  return new Command('quarantine')
    .description('Never serve a version of a module again; if it is live, the version before replaces it at once')
    .argument('<module>', 'the key of the module')
    .argument('<version>', 'a published version')
    .option('--reason <text>', 'a reason for the history')
    .option('--yes', 'really put it into quarantine')
    .action(async (typed: string, named: string, { reason, ...options }: QuarantineOptions, command: Command) => {
      const module = parseModule(typed);
      const hint = 'A version has letters, digits and . + - _; a reason is one line.';
      const body = parseArgument(quarantineSchema, { version: named, reason }, hint);
      requireYes(options, `This takes ${module} ${body.version} out of service for ever.`);
      const api = await createOperatorApi(command);
      const status = await api.create(`${getModulePath(module)}/quarantine`, body, moduleStatusSchema);
      console.log(formatStatus(status, api.address));
    });
}
