import type { Command } from 'commander';
import * as v from 'valibot';
import { readOperatorKey } from './operator-key';
import { type ServerApi, serverApiOf } from './server-api';

const optionsSchema = v.object({ key: v.optional(v.string()) });

/** The operator's calls, with the key of the options, or the one that the server made. */
export async function operatorApiOf(command: Command): Promise<ServerApi> {
  const { key } = v.parse(optionsSchema, command.optsWithGlobals());
  return serverApiOf(command, '/api/operator', key || (await readOperatorKey()));
}
