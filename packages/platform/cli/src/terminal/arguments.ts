import * as v from 'valibot';

/** A command failed; the message is one sentence for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Parses an argument before anything is sent.
 * @throws CommandError with the hint
 */
export function parseArgument<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  hint: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new CommandError(hint);
  return result.output;
}

export interface YesOption {
  readonly yes?: true;
}

/** @throws CommandError with the loss, unless the operator has confirmed it */
export function requireYes({ yes }: YesOption, loss: string): void {
  if (!yes) throw new CommandError(`${loss} Nobody can undo that. If you mean it, repeat the command with --yes.`);
}
