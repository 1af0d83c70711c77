import type { Command } from 'commander';
import * as v from 'valibot';
import { CommandError } from './command-error';
import { findOperatorKey, operatorKeyFile } from './operator-key';
import { type ServerApi, serverApiOf } from './server-api';

const optionsSchema = v.object({ key: v.optional(v.string()) });

/** The operator's calls, with the key of the options, or the one that the server made. */
export async function operatorApiOf(command: Command): Promise<ServerApi> {
  const { key: given } = v.parse(optionsSchema, command.optsWithGlobals());
  const key = given || (await findOperatorKey());
  if (key === undefined) {
    throw new CommandError(
      `No operator key: give --key, set PORTICO_OPERATOR_KEY, or run where ${operatorKeyFile} is.`,
    );
  }
  return serverApiOf(command, '/api/operator', key);
}
