import { accessTokenResponseSchema, apiErrorSchema } from '@portico/contract';
import * as v from 'valibot';
import { refreshCookieName } from '../identity/sessions/session-cookies';

export interface TestCall {
  /** Bytes and texts are sent as they are, everything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** An access token. */
  readonly token?: string;
  /** A refresh token, sent as the cookie. */
  readonly refreshToken?: string;
}

/** The tokens of a browser after its sign-in. */
export interface TestSession {
  readonly token: string;
  readonly refreshToken: string;
}

export interface TestClient {
  call(method: string, path: string, call?: TestCall): Promise<Response>;
  signIn(email: string, password?: string, headers?: Record<string, string>): Promise<TestSession>;
  refresh(session: TestSession): Promise<TestSession>;
}

export function createTestClient(url: string): TestClient {
  const call = (method: string, path: string, { body, headers, token, refreshToken }: TestCall = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(refreshToken !== undefined && { cookie: `${refreshCookieName}=${refreshToken}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
  return {
    call,
    signIn: async (email, password = 'portico-demo', headers = {}) =>
      readSession(await call('POST', '/api/auth', { body: { email, password }, headers })),
    refresh: async ({ refreshToken }) => readSession(await call('POST', '/api/auth/refresh', { refreshToken })),
  };
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** @throws Error with the status and the body when the response is not a session */
export async function readSession(response: Response): Promise<TestSession> {
  const body = await response.text();
  if (!response.ok) throw new Error(`No session: ${response.status} ${body}`);
  const { access_token: token } = v.parse(accessTokenResponseSchema, JSON.parse(body));
  return { token, refreshToken: v.parse(v.string(), readCookie(response, refreshCookieName)) };
}

export function readCookie(response: Response, name: string): string | undefined {
  const cookie = response.headers.getSetCookie().find((header) => header.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1).split(';')[0];
}

/** The status and the code of a failed call. */
export async function readError(response: Response): Promise<string> {
  return `${response.status} ${v.parse(apiErrorSchema, await response.json()).code}`;
}
