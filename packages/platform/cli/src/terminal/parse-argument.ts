import * as v from 'valibot';
import { CommandError } from './command-error';

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
