import { canaryDecisionSchema, moduleVersionSchema, publishedNameSchema } from '@portico/contract';
import * as v from 'valibot';

/** A command failed; the message is one sentence for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** @throws CommandError with the hint when the value does not match */
export function parseArgument<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  hint: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new CommandError(hint);
  return result.output;
}

/** @throws CommandError with the hint when the text is not a whole number in the range */
export function parseWholeNumber(typed: string, minimum: number, maximum: number, hint: string): number {
  // Number() alone would accept 1e1 and the empty string.
  const value = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new CommandError(hint);
}

/** @throws CommandError when the text is not the name of a module or a package */
export function parseModule(typed: string): string {
  const hint = `"${typed}" is not the key of a module such as "smsa", or the name of a package such as "@acme/styleguide".`;
  return parseArgument(publishedNameSchema, typed, hint);
}

/** @throws CommandError when the text is not a version */
export function parseVersion(typed: string): string {
  const hint = `"${typed}" is not a version: use 1 to 64 letters, digits and . + - _, starting with a letter or digit.`;
  return parseArgument(moduleVersionSchema, typed, hint);
}

/** @throws CommandError when the text is not one line */
export function parseReason(typed: string): string {
  return parseArgument(canaryDecisionSchema.entries.reason, typed, 'A reason is one line of 500 characters at most.');
}

/** The options of a command that changes the live versions. */
export interface ReasonOption {
  readonly reason?: string;
}

/** The options of a command that cannot be undone. */
export interface YesOption {
  readonly yes?: true;
}

/** @throws CommandError with the loss, unless the operator has confirmed it */
export function requireYes({ yes }: YesOption, loss: string): void {
  if (!yes) throw new CommandError(`${loss} This cannot be undone. To confirm, repeat the command with --yes.`);
}
