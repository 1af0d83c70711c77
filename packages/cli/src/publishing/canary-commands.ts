import { moduleStatusSchema } from '@portico/contract';
import { Command } from 'commander';
import { liveSentence } from './live-sentence';
import { publishingApiOf, withPublishingOptions } from './publishing-api';
import { moduleOf, reasonOf } from './publishing-arguments';

interface DecisionOptions {
  readonly reason?: string;
}

/** What becomes of a canary: `promote`, or `withdraw`. */
export function canaryCommands(): Command[] {
  return [
    decisionCommand('promote', 'lets the canary of a module be live for everybody'),
    decisionCommand('withdraw', 'takes the canary of a module away'),
  ];
}

function decisionCommand(verb: 'promote' | 'withdraw', description: string): Command {
  const command = new Command(verb)
    .description(description)
    .argument('<module>', 'its key')
    .option('--reason <text>', 'what the history is to say')
    .action(async (typed: string, { reason }: DecisionOptions, command: Command) => {
      const module = moduleOf(typed);
      const body = { reason: reasonOf(reason) };
      const api = await publishingApiOf(command);
      const status = await api.create(`modules/${module}/${verb}`, body, moduleStatusSchema);
      console.log(liveSentence(status, api.address));
    });
  return withPublishingOptions(command);
}
