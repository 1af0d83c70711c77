import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { apiErrorSchema } from '@portico/contract';
import type { Command } from 'commander';
import ky, { HTTPError, type KyInstance, type Options, TimeoutError } from 'ky';
import * as v from 'valibot';
import { CommandError } from '../terminal/arguments';
import { parsePortal } from './portal-option';

/** Errors of a connection that was open before. */
const lostSchema = v.object({
  cause: v.object({ code: v.picklist(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']) }),
});

/** Timeouts for quick calls, and for uploads and publications. */
const timeoutMilliseconds = 30_000;
export const longTimeoutMilliseconds = 300_000;

/**
 * A client for the server that the command's options name. All calls throw a `RefusalError` or a `ConnectionError`.
 */
export type ServerApi = ReturnType<typeof createServerApi>;

/**
 * @param prefix the path prefix of all calls
 * @param key the bearer token
 * @throws CommandError when the address is not one
 */
export function createServerApi(command: Command, prefix: string, key: string) {
  const address = parsePortal(command.optsWithGlobals<Record<string, unknown>>().portal);
  const client = ky.create({
    prefixUrl: new URL(prefix, address),
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
    retry: 0,
    timeout: timeoutMilliseconds,
  });
  const call = createCall(client);
  return {
    /** The address as typed. */
    address,
    read: async <Schema extends v.GenericSchema>(path: string, schema: Schema) =>
      parseAnswer(schema, await call(path, {})),
    /** Posts and parses the answer. */
    create: async <Schema extends v.GenericSchema>(
      path: string,
      json: unknown,
      schema: Schema,
      timeout = timeoutMilliseconds,
    ) => parseAnswer(schema, await call(path, { method: 'post', json, timeout })),
    send: async (method: 'post' | 'put' | 'patch' | 'delete', path: string, json?: unknown): Promise<void> => {
      await call(path, { method, ...(json !== undefined && { json }) });
    },
    /** Gets a content that may be large, however long that takes. */
    download: async (path: string): Promise<ReadableStream<Uint8Array>> => {
      const { body } = await call(path, { timeout: false });
      if (body === null) throw new CommandError('The server sent nothing.');
      return body;
    },
    /** Puts raw bytes. */
    upload: async (path: string, body: Uint8Array<ArrayBuffer>): Promise<void> => {
      const headers = { 'content-type': 'application/octet-stream' };
      await call(path, { method: 'put', body, headers, timeout: longTimeoutMilliseconds });
    },
  };
}

function createCall(client: KyInstance) {
  return async (path: string, options: Options): Promise<Response> => {
    let response: Response;
    try {
      response = await client(path, options);
    } catch (error) {
      if (error instanceof HTTPError) {
        throw new RefusalError(await readMessage(error.response), error.response.status, error);
      }
      if (error instanceof TimeoutError) throw new ConnectionError('The server did not answer in time.', true, error);
      if (v.is(lostSchema, error)) throw new ConnectionError('The connection to the server was lost.', true, error);
      throw new ConnectionError('No server answers: is it running, and is --portal right?', false, error);
    }
    // The page of a proxy, for example for signing in: it has done nothing of what was asked.
    if (response.headers.get('content-type')?.startsWith('text/html')) throw new NotPorticoError(response);
    return response;
  };
}

/** The answer is not one of Portico's. */
class NotPorticoError extends CommandError {
  constructor({ url }: Response) {
    super(`${url} is not the address of a Portico of this version.`);
  }
}

async function readMessage(response: Response): Promise<string> {
  const body = v.safeParse(apiErrorSchema, await response.json().catch(() => undefined));
  return body.success ? body.output.message : `The server answered ${response.status} without saying why.`;
}

async function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  response: Response,
): Promise<v.InferOutput<Schema>> {
  const text = await response.text().catch((error: unknown) => {
    throw new ConnectionError('The connection to the server was lost.', true, error);
  });
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!answer.success) throw new NotPorticoError(response);
  return answer.output;
}

/** The server refused a call; the message comes from the server. */
export class RefusalError extends CommandError {
  /** The HTTP status. */
  readonly status: number;

  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** The server did not answer. */
export class ConnectionError extends CommandError {
  /** Whether the server may have received and executed the call. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, mayHaveArrived: boolean, cause: unknown) {
    super(message, { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** The data folder of a server on this machine; the server reads the same variable. */
export const dataFolder = process.env.PORTICO_DATA || '.portico';

export const operatorKeyFile = path.join(dataFolder, 'operator.key');

/** Reads the key that the server wrote at its first start, if its data folder is here. */
export async function findOperatorKey(): Promise<string | undefined> {
  const key = (await readFile(operatorKeyFile, 'utf8').catch(() => '')).trim();
  return key === '' ? undefined : key;
}
