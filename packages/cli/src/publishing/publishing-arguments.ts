import { canaryDecisionSchema, moduleKeySchema, moduleVersionSchema } from '@portico/contract';
import * as v from 'valibot';
import { parseArgument } from '../arguments';

/** @throws CommandError */
export function moduleOf(typed: string): string {
  return parseArgument(moduleKeySchema, typed, `"${typed}" is not the key of a module such as "smsa".`);
}

/** @throws CommandError */
export function versionOf(typed: string | undefined): string | undefined {
  const hint = `"${typed}" is no version: 1 to 64 of letters, digits and . + - _, a letter or digit first.`;
  return parseArgument(v.optional(moduleVersionSchema), typed, hint);
}

/** @throws CommandError */
export function reasonOf(typed: string | undefined): string {
  return parseArgument(canaryDecisionSchema.entries.reason, typed, 'A reason is one line of 500 characters at most.');
}
