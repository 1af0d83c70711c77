import * as v from 'valibot';
import { CommandError } from './command-error';

/** A value that was typed, parsed before anything is sent. @throws CommandError which says how to write it */
export function parseArgument<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  hint: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new CommandError(hint);
  return result.output;
}
