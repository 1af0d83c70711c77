import { CommandError } from './command-error';

export interface YesOption {
  readonly yes?: true;
}

/** @throws CommandError with the loss, unless the operator has confirmed it */
export function requireYes({ yes }: YesOption, loss: string): void {
  if (!yes) throw new CommandError(`${loss} Nobody can undo that. If you mean it, repeat the command with --yes.`);
}
