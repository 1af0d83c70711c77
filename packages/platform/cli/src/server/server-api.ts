import { apiErrorSchema } from '@portico/contract';
import { moduleStatusSchema } from '@portico/contract/publishing';
import ky, { HTTPError, type Options, TimeoutError } from 'ky';
import * as v from 'valibot';
import { CommandError } from '../terminal/arguments';
import { formatStatus } from '../terminal/format';

/** Errors of a connection that was open before. */
const lostSchema = v.object({
  cause: v.object({ code: v.picklist(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']) }),
});

/** Timeouts in milliseconds: for quick calls, and for uploads and publications. */
const timeoutMilliseconds = 30_000;
export const longTimeoutMilliseconds = 300_000;

/** A page of a list; `next` is the cursor of the next one. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** A client of a portal. Its calls throw a `CommandError`; its cause is an `HTTPError` if the server refused. */
export type ServerApi = ReturnType<typeof createServerApi>;

/** @param prefix the path prefix of all calls */
export function createServerApi(address: string, prefix: string, key: string) {
  const client = ky.create({
    prefixUrl: new URL(prefix, address),
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
    retry: 0,
    timeout: timeoutMilliseconds,
  });
  const call = async (path: string, options: Options): Promise<Response> => {
    const response = await client(path, options).catch(async (error: unknown) => {
      throw await explainError(error);
    });
    // A proxy answers with a page, for example a sign-in form, and has not forwarded the call.
    if (response.headers.get('content-type')?.startsWith('text/html')) throw createForeignAnswerError(response);
    return response;
  };
  const read = async <Schema extends v.GenericSchema>(path: string, schema: Schema) =>
    parseAnswer(schema, await call(path, {}));
  return {
    address,
    read,
    /** Reads all items of a list, page by page. */
    readPages: async <Item>(
      path: string,
      schema: v.GenericSchema<unknown, ListPage<Item>>,
      query: Readonly<Record<string, string | undefined>> = {},
    ): Promise<Item[]> => {
      const items: Item[] = [];
      const parameters = new URLSearchParams({ limit: '100' });
      for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
      for (let after: string | null = ''; after !== null; ) {
        parameters.set('after', after);
        const page: ListPage<Item> = await read(`${path}?${parameters}`, schema);
        items.push(...page.items);
        after = page.next;
      }
      return items;
    },
    create: async <Schema extends v.GenericSchema>(
      path: string,
      json: unknown,
      schema: Schema,
      timeout = timeoutMilliseconds,
    ) => parseAnswer(schema, await call(path, { method: 'post', json, timeout })),
    send: async (method: 'post' | 'put' | 'patch' | 'delete', path: string, json?: unknown): Promise<void> => {
      await call(path, { method, json });
    },
    /** Gets a content of any size, without a timeout. */
    download: async (path: string): Promise<ReadableStream<Uint8Array>> => {
      const { body } = await call(path, { timeout: false });
      if (body === null) throw new CommandError('The server sent nothing.');
      return body;
    },
    /** Puts raw bytes. Repeats the call once if the connection breaks: uploads are idempotent. */
    upload: async (path: string, body: Uint8Array<ArrayBuffer>, type = 'application/octet-stream'): Promise<void> => {
      await call(path, {
        method: 'put',
        body,
        headers: { 'content-type': type },
        timeout: longTimeoutMilliseconds,
        retry: { limit: 1, shouldRetry: ({ error }) => !(error instanceof HTTPError), delay: () => 1_000 },
      });
    },
  };
}

async function explainError(error: unknown): Promise<CommandError> {
  if (error instanceof HTTPError) {
    const body = v.safeParse(apiErrorSchema, await error.response.json().catch(() => undefined));
    const unexplained = `The server answered ${error.response.status} without a reason.`;
    return new CommandError(body.success ? body.output.message : unexplained, { cause: error });
  }
  if (error instanceof TimeoutError) return new LostAnswerError('The server did not answer in time.', { cause: error });
  if (v.is(lostSchema, error)) return createLostConnectionError(error);
  return new CommandError('No server answers: is it running, and is --portal right?', { cause: error });
}

async function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  response: Response,
): Promise<v.InferOutput<Schema>> {
  const text = await response.text().catch((error: unknown) => {
    throw createLostConnectionError(error);
  });
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!answer.success) throw createForeignAnswerError(response);
  return answer.output;
}

function createForeignAnswerError({ url }: Response): CommandError {
  return new CommandError(`${url} is not the address of a Portico of this version.`);
}

function createLostConnectionError(cause: unknown): LostAnswerError {
  return new LostAnswerError('The connection to the server was lost.', { cause });
}

/** The answer is missing: the server may have received and executed the call. */
class LostAnswerError extends CommandError {}

export function getModulePath(name: string): string {
  return `modules/${encodeURIComponent(name)}`;
}

/**
 * Publishes versions.
 * @param statusCommand shows what is live; the error after a lost answer names it
 */
export function publishVersions<Schema extends v.GenericSchema>(
  api: ServerApi,
  path: string,
  body: object,
  schema: Schema,
  statusCommand: string,
): Promise<v.InferOutput<Schema>> {
  return api.create(path, body, schema, longTimeoutMilliseconds).catch((error: unknown) => {
    if (!(error instanceof LostAnswerError)) throw error;
    throw new CommandError(`${error.message} Run "${statusCommand}" to see what is live.`, { cause: error });
  });
}

/** Changes the versions of a module; returns the line that says what is live then. */
export async function changeModule(api: ServerApi, module: string, change: string, details: object): Promise<string> {
  const status = await api.create(`${getModulePath(module)}/${change}`, details, moduleStatusSchema);
  return formatStatus(status, api.address);
}
