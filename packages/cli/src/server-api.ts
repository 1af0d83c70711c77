import { apiErrorSchema } from '@portico/contract';
import type { Command } from 'commander';
import ky, { HTTPError, type KyInstance, TimeoutError } from 'ky';
import * as v from 'valibot';
import { CommandError } from './command-error';

const connectionSchema = v.object({
  url: v.pipe(v.string(), v.url('--url is not an address such as https://portal.example.com')),
});

/** Calls of the server that the command's options name. All throw a `CommandError` with what kept them from working. */
export interface ServerApi {
  read<Schema extends v.GenericSchema>(path: string, schema: Schema): Promise<v.InferOutput<Schema>>;
  /** Posts, and gives the answer. */
  create<Schema extends v.GenericSchema>(path: string, body: unknown, schema: Schema): Promise<v.InferOutput<Schema>>;
  send(method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: unknown): Promise<void>;
}

/**
 * @param prefix the path that all calls begin with
 * @param key the bearer token
 */
export function serverApiOf(command: Command, prefix: string, key: string): ServerApi {
  const options = v.safeParse(connectionSchema, command.optsWithGlobals());
  if (!options.success) throw new CommandError(`${options.issues[0].message}.`);
  const client = ky.create({
    prefixUrl: new URL(prefix, options.output.url),
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
    retry: 0,
  });
  return {
    read: async (path, schema) => parseAnswer(schema, await call(client, 'get', path)),
    create: async (path, body, schema) => parseAnswer(schema, await call(client, 'post', path, body)),
    send: async (method, path, body) => {
      await call(client, method, path, body);
    },
  };
}

async function call(client: KyInstance, method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await client(path, { method, ...(body !== undefined && { json: body }) });
  } catch (error) {
    if (error instanceof HTTPError) throw new CommandError(await messageOf(error.response), { cause: error });
    if (error instanceof TimeoutError) throw new CommandError('The server did not answer in time.', { cause: error });
    throw new CommandError('No server answers there; is it running, and is --url right?', { cause: error });
  }
}

async function messageOf(response: Response): Promise<string> {
  const body = v.safeParse(apiErrorSchema, await response.json().catch(() => undefined));
  return body.success ? body.output.message : `The server answered ${response.status} without saying why.`;
}

async function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  response: Response,
): Promise<v.InferOutput<Schema>> {
  const answer = v.safeParse(schema, await response.json().catch(() => undefined));
  if (!answer.success) throw new CommandError(`${response.url} is not the address of a Portico of this version.`);
  return answer.output;
}
