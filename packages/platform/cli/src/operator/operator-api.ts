import type { Command } from 'commander';
import * as v from 'valibot';
import { createServerApi, findOperatorKey, operatorKeyFile, type ServerApi } from '../server/server-api';
import { CommandError } from '../terminal/arguments';

const optionsSchema = v.object({ key: v.optional(v.string()) });

/**
 * Creates a client for the operator's calls, with the given key or the key of a server on this machine.
 * @throws CommandError when there is none
 */
export async function createOperatorApi(command: Command): Promise<ServerApi> {
  const { key: given } = v.parse(optionsSchema, command.optsWithGlobals());
  const key = given || (await findOperatorKey());
  if (key === undefined) {
    throw new CommandError(
      `No operator key: use --key, set PORTICO_OPERATOR_KEY, or run in the folder that holds ${operatorKeyFile}.`,
    );
  }
  return createServerApi(command, '/api/operator', key);
}
