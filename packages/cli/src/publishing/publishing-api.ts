import { type Command, Option } from 'commander';
import * as v from 'valibot';
import { CommandError } from '../command-error';
import { findOperatorKey, operatorKeyFile } from '../operator-key';
import { type ServerApi, serverApiOf } from '../server-api';

const optionsSchema = v.object({ token: v.optional(v.string()) });

/** Gives a command the options that `publishingApiOf` reads. */
export function withPublishingOptions(command: Command): Command {
  return command
    .addOption(new Option('--portal <address>', 'the portal').env('PORTICO_URL').default('http://localhost:9000'))
    .addOption(
      new Option('--token <token>', "a team token, by default the operator's key, where that is").env('PORTICO_TOKEN'),
    );
}

/** The calls of those who publish, with a team's token or else with the operator's key. */
export async function publishingApiOf(command: Command): Promise<ServerApi> {
  const { token } = v.parse(optionsSchema, command.optsWithGlobals());
  const credential = token || process.env.PORTICO_OPERATOR_KEY || (await findOperatorKey());
  if (!credential) {
    throw new CommandError(
      `No credential: give --token, set PORTICO_TOKEN to the token of your team, or run where ${operatorKeyFile} is.`,
    );
  }
  return serverApiOf(command, '/api/publishing', credential, 'portal');
}
