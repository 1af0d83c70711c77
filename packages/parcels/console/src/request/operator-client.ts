import { apiErrorSchema } from '@portico/contract';
import type { PortalApi } from '@portico/module-kit';
import * as v from 'valibot';
import { OperatorFailure } from './operator-failure';

const base = '/api/operator/';

/** Every call ends after this time, in milliseconds. */
const timeout = 30_000;

/** Values of a query; those that are empty or undefined are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Query | undefined;
  /** Sent as JSON; a file as it is. */
  readonly body?: object | Blob;
  readonly signal?: AbortSignal;
}

/** Calls the API of operators as the user of the portal. */
export interface OperatorClient {
  /**
   * Sends a call; throws an OperatorFailure. `path` is below `/api/operator/`, or starts with `/` as that of another part
   * of the portal's API: see `operatorPath`.
   */
  send(path: string, options?: CallOptions): Promise<Response>;
  /** Sends a call and returns the body of the answer, parsed by the schema; throws an OperatorFailure. */
  sendFor<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    options?: CallOptions,
  ): Promise<v.InferOutput<Schema>>;
}

/** Creates a path with encoded values: operatorPath`tenants/${tenant}/users/${email}`. */
export function operatorPath(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw(parts, ...values.map(encodeURIComponent));
}

/**
 * Creates the client. If a call needs a proof of who the user is, it runs `confirm` and then repeats the call.
 * @param confirm resolves to whether the user has proved it; by default they have not
 */
export function createOperatorClient(portal: PortalApi, confirm = async () => false): OperatorClient {
  async function send(path: string, options: CallOptions = {}): Promise<Response> {
    try {
      return await sendInSession(portal, path, options);
    } catch (error) {
      if (!(error instanceof OperatorFailure) || error.code !== 'confirmation-needed') throw error;
      if (!(await confirm())) throw new OperatorFailure(403, 'not-confirmed', '', { cause: error });
      return await sendInSession(portal, path, options);
    }
  }
  return {
    send,
    async sendFor(path, schema, options) {
      const response = await send(path, options);
      const result = v.safeParse(schema, await response.json().catch(() => undefined));
      if (!result.success) throw new OperatorFailure(0, 'unexpected-answer', '', { cause: result.issues });
      return result.output;
    },
  };
}

async function sendInSession(portal: PortalApi, path: string, options: CallOptions): Promise<Response> {
  try {
    return await sendOnce(portal, path, options);
  } catch (error) {
    // The access token may have expired on its way, or while the user waited for a mailed code.
    if (error instanceof OperatorFailure && error.status === 401 && (await portal.validate())) {
      return await sendOnce(portal, path, options);
    }
    throw error;
  }
}

async function sendOnce(portal: PortalApi, path: string, options: CallOptions): Promise<Response> {
  const { method = 'GET', query = {}, body, signal } = options;
  const values = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString();
  const limit = AbortSignal.timeout(timeout);
  const init: RequestInit = {
    method,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    headers: {
      Authorization: `Bearer ${portal.token()}`,
      'Accept-Language': portal.locale,
      ...(body && { 'Content-Type': body instanceof Blob ? body.type : 'application/json' }),
    },
    ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  };
  const response = await fetch((path.startsWith('/') ? '' : base) + path + (search && `?${search}`), init).catch(
    (cause: unknown) => {
      signal?.throwIfAborted();
      throw new OperatorFailure(0, 'unreachable', '', { cause });
    },
  );
  if (response.ok) return response;
  const parsed = v.safeParse(apiErrorSchema, await response.json().catch(() => undefined));
  const { code, message } = parsed.success ? parsed.output : { code: 'unknown', message: '' };
  throw new OperatorFailure(response.status, code, message);
}
