import { emailSchema, moduleVersionSchema, tenantKeySchema } from '@portico/contract';
import { canaryDecisionSchema, publishedNameSchema } from '@portico/contract/publishing';
import * as v from 'valibot';

/** A command failed; the message is one sentence for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * Parses an argument, or an object of options; an option that is `undefined` counts as absent.
 * @throws CommandError with the hint when the value does not match
 */
export function parseArgument<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  hint: string,
): v.InferOutput<Schema> {
  const isOptions = typeof value === 'object' && value !== null && !Array.isArray(value);
  const given = isOptions ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) : value;
  const result = v.safeParse(schema, given);
  if (!result.success) throw new CommandError(hint);
  return result.output;
}

/**
 * Creates the parser of an argument or an option.
 * @param what the expected text, such as `a port`
 */
export function createParser<Schema extends v.GenericSchema<string, unknown>>(schema: Schema, what: string) {
  return (typed: string) => parseArgument(schema, typed, `"${typed}" is not ${what}.`);
}

/** A schema of whole numbers in digits: `Number()` alone would accept 1e1 and the empty string. */
export function wholeNumber(minimum: number, maximum: number) {
  return v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(minimum), v.maxValue(maximum));
}

export const parseEmail = createParser(emailSchema, 'an e-mail address');
export const parseTenant = createParser(tenantKeySchema, 'the key of a tenant');

export const parseModule = createParser(
  publishedNameSchema,
  'the key of a module such as "smsa", or the name of a package such as "@acme/styleguide" or "@npm/rxjs"',
);

export const parseVersion = createParser(
  moduleVersionSchema,
  'a version: use 1 to 64 letters, digits and . + - _, starting with a letter or digit',
);

export function parseReason(typed: string) {
  return parseArgument(canaryDecisionSchema.entries.reason, typed, 'A reason is one line of 500 characters at most.');
}

/** Splits a list with commas, such as that of an option. */
export function splitList(list = ''): string[] {
  return list
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** The options of a command about one tenant (`PortalCommand.requireTenant`). */
export interface TenantOption {
  readonly tenant: string;
}

/** The options of a command that changes the live versions. */
export interface ReasonOption {
  readonly reason?: string;
}

/** The options of a command that cannot be undone. */
export interface YesOption {
  readonly yes?: true;
}

export function requireYes({ yes }: YesOption, loss: string): void {
  if (!yes) throw new CommandError(`${loss} This cannot be undone. To confirm, repeat the command with --yes.`);
}
