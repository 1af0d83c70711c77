import { moduleStatusSchema } from '@portico/contract';
import { Command } from 'commander';
import { CommandError } from '../terminal/arguments';
import { formatStatus } from './format-status';
import {
  createPublishingApi,
  getModulePath,
  parseModule,
  parseReason,
  parseVersion,
  withPublishingOptions,
} from './publishing-api';

interface ChangeOptions {
  readonly to?: string;
  readonly reason?: string;
}

/** The commands `rollback`, `promote` and `withdraw`. */
export function changeCommands(): Command[] {
  const rollback = new Command('rollback')
    .description('Roll back a module to the previous version, or to a named one')
    .argument('<module>', 'the key of the module')
    .argument('[version]', 'a published version (default: the previous one)')
    .option('--to <version>', 'the version, as an option')
    .action((module: string, named: string | undefined, options: ChangeOptions, command: Command) => {
      const { to } = options;
      if (named !== undefined && to !== undefined && named !== to) {
        throw new CommandError(`Name one version: ${named} or ${to}.`);
      }
      return change(command, module, options, { version: parseVersion(named ?? to) });
    });
  const canary = [
    ['promote', 'Promote the canary of a module: make it live for all users'],
    ['withdraw', 'Withdraw the canary of a module'],
  ].map(([verb, description = '']) =>
    new Command(verb)
      .description(description)
      .argument('<module>', 'the key of the module')
      .action((module: string, options: ChangeOptions, command: Command) => change(command, module, options)),
  );
  return [rollback, ...canary].map((command) =>
    withPublishingOptions(command.option('--reason <text>', 'a reason for the history')),
  );
}

/** Calls the server's route of the command's name. */
async function change(command: Command, typed: string, { reason }: ChangeOptions, body = {}): Promise<void> {
  const module = parseModule(typed);
  const json = { ...body, reason: parseReason(reason) };
  const api = await createPublishingApi(command);
  const status = await api.create(`${getModulePath(module)}/${command.name()}`, json, moduleStatusSchema);
  console.log(formatStatus(status, api.address));
}
