import { canaryDecisionSchema, moduleVersionSchema, publishedNameSchema } from '@portico/contract';
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import { portalOption } from '../server/portal-option';
import { createServerApi, findOperatorKey, operatorKeyFile, type ServerApi } from '../server/server-api';
import { CommandError, parseArgument } from '../terminal/arguments';

const optionsSchema = v.object({ token: v.optional(v.string()) });

/** Adds the options that `createPublishingApi` reads. */
export function withPublishingOptions(command: Command): Command {
  return command
    .addOption(portalOption())
    .addOption(
      new Option('--token <token>', "a team token (default: the operator's key, if it is on this machine)").env(
        'PORTICO_TOKEN',
      ),
    );
}

/** Whether a team token is given. */
export function hasToken(command: Command): boolean {
  return Boolean(v.parse(optionsSchema, command.optsWithGlobals()).token);
}

/**
 * Creates a client for publishing, with a team token or else the operator's key.
 * @throws CommandError when there is none
 */
export async function createPublishingApi(command: Command): Promise<ServerApi> {
  const { token } = v.parse(optionsSchema, command.optsWithGlobals());
  const credential = token || process.env.PORTICO_OPERATOR_KEY || (await findOperatorKey());
  if (!credential) {
    throw new CommandError(
      `No credential: use --token, set PORTICO_TOKEN to your team token, or run in the folder that holds ${operatorKeyFile}.`,
    );
  }
  return createServerApi(command, '/api/publishing', credential);
}

/** The path of the calls about a module or a package. */
export function getModulePath(name: string): string {
  return `modules/${encodeURIComponent(name)}`;
}

/** @throws CommandError */
export function parseModule(typed: string): string {
  const hint = `"${typed}" is not the key of a module such as "smsa", or the name of a package such as "@acme/styleguide".`;
  return parseArgument(publishedNameSchema, typed, hint);
}

/** @throws CommandError */
export function parseVersion(typed: string | undefined): string | undefined {
  const hint = `"${typed}" is not a version: use 1 to 64 letters, digits and . + - _, starting with a letter or digit.`;
  return parseArgument(v.optional(moduleVersionSchema), typed, hint);
}

/** @throws CommandError */
export function parseReason(typed: string | undefined): string {
  return parseArgument(canaryDecisionSchema.entries.reason, typed, 'A reason is one line of 500 characters at most.');
}
