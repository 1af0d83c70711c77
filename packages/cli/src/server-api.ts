import { apiErrorSchema } from '@portico/contract';
import type { Command } from 'commander';
import ky, { HTTPError, type KyInstance, type Options, TimeoutError } from 'ky';
import * as v from 'valibot';
import { CommandError } from './command-error';
import { ConnectionError, RefusalError } from './server-error';

const addressSchema = v.pipe(v.string(), v.regex(/^https?:/), v.url());

/** Ends of a connection that had been made. */
const lostSchema = v.object({
  cause: v.object({ code: v.picklist(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']) }),
});

/** The option that names the server: where `--url` is something else, `--portal` does. */
export type AddressOption = 'url' | 'portal';

/** For what a server does at once, and for what takes it or the line long. */
const patienceMilliseconds = 30_000;
export const longPatienceMilliseconds = 300_000;

/**
 * Calls of the server that the command's options name. All throw a `CommandError` with what kept them from working: a
 * `RefusalError`, or a `ConnectionError`.
 */
export interface ServerApi {
  /** Where it is, as it was typed. */
  readonly address: string;
  read<Schema extends v.GenericSchema>(path: string, schema: Schema): Promise<v.InferOutput<Schema>>;
  /** Posts, and gives the answer. */
  create<Schema extends v.GenericSchema>(
    path: string,
    body: unknown,
    schema: Schema,
    patience?: number,
  ): Promise<v.InferOutput<Schema>>;
  send(method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: unknown): Promise<void>;
  /** Puts bytes as they are. */
  upload(path: string, content: Uint8Array<ArrayBuffer>): Promise<void>;
}

/**
 * @param prefix the path that all calls begin with
 * @param key the bearer token
 */
export function serverApiOf(command: Command, prefix: string, key: string, option: AddressOption = 'url'): ServerApi {
  const options = command.optsWithGlobals<Record<string, unknown>>();
  const address = v.safeParse(addressSchema, options[option]);
  if (!address.success) throw new CommandError(`--${option} is not an address such as https://portal.example.com.`);
  const client = ky.create({
    prefixUrl: new URL(prefix, address.output),
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
    retry: 0,
    timeout: patienceMilliseconds,
  });
  const call = callOf(client, option);
  return {
    address: address.output,
    read: async (path, schema) => parseAnswer(schema, await call(path, {})),
    create: async (path, json, schema, timeout = patienceMilliseconds) =>
      parseAnswer(schema, await call(path, { method: 'post', json, timeout })),
    send: async (method, path, json) => {
      await call(path, { method, ...(json !== undefined && { json }) });
    },
    upload: async (path, body) => {
      const headers = { 'content-type': 'application/octet-stream' };
      await call(path, { method: 'put', body, headers, timeout: longPatienceMilliseconds });
    },
  };
}

function callOf(client: KyInstance, option: AddressOption) {
  return async (path: string, options: Options): Promise<Response> => {
    try {
      return await client(path, options);
    } catch (error) {
      if (error instanceof HTTPError) {
        throw new RefusalError(await messageOf(error.response), error.response.status, error);
      }
      if (error instanceof TimeoutError) throw new ConnectionError('The server did not answer in time.', true, error);
      if (v.is(lostSchema, error)) throw new ConnectionError('The connection to the server was lost.', true, error);
      throw new ConnectionError(`No server answers there; is it running, and is --${option} right?`, false, error);
    }
  };
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
