// SystemJS, which defines its own global.
import 'systemjs/dist/system.js';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { App, Configuration, CurrentUser } from '@portico/contract';
import { validateSession } from '../modules/session-calls';
import { announceAddress } from '../navigation/address';
import { setScreenComplete } from '../page/when-idle';
import { noAccessToken } from '../session/access-token';
import { restoreSession, signIn } from '../session/session';
import { sessionAtom, sessionStateAtom } from '../session/session-state';
import { restoreSettings } from '../settings/settings';
import { store } from '../store';

/** `unreachable` closes the connection without an answer. */
export type ApiAnswer =
  | { readonly status?: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'unreachable';

/** A call that the API received. */
export interface ApiCall {
  /** Such as `POST /auth`. */
  readonly route: string;
  readonly search: string;
  /** Parsed, if it is JSON. */
  readonly body: unknown;
  /** `Accept-Language` */
  readonly language: string | undefined;
  readonly authorization: string | undefined;
}

/** A portal for a component under test: the documents of the page, and an API on a real server. */
export interface TestPortal {
  readonly calls: readonly ApiCall[];
  /** Sets what the API answers on a route, such as `POST /auth`; unknown routes answer 404. */
  answer(
    route: string,
    answer: ApiAnswer | Promise<ApiAnswer> | ((call: ApiCall) => ApiAnswer | Promise<ApiAnswer>),
  ): void;
  /** Navigates as root-config does. */
  visit(path: string): void;
  /** Signs in by the real calls; a user without applications ends signed out, with the reason. */
  signIn(user: CurrentUser, apps: readonly App[]): Promise<void>;
  /** Lets the session of the signed-in user expire: a refresh is refused, and a call waits. */
  expire(): Promise<void>;
  /** A fresh browser: default settings, signed out, no calls yet. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A portal for all tests of a file: starts before them, and ends after them. To be called where they are declared. */
export function testPortal(configuration?: Partial<Configuration>): TestPortal {
  // Complete before the first test, which is when it is used.
  const portal = {} as TestPortal;
  beforeAll(async () => void Object.assign(portal, await startTestPortal(configuration)));
  afterAll(() => portal.close());
  return portal;
}

/** Starts the API and writes the documents of the page. Once per test file, because the shell reads them once. */
export async function startTestPortal(configuration: Partial<Configuration> = {}): Promise<TestPortal> {
  const calls: ApiCall[] = [];
  const answers = new Map<
    string,
    ApiAnswer | Promise<ApiAnswer> | ((call: ApiCall) => ApiAnswer | Promise<ApiAnswer>)
  >();

  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    calls.push(call);
    const answer = answers.get(call.route) ?? { status: 404, body: { code: 'not-found', message: '' } };
    write(response, await (typeof answer === 'function' ? answer(call) : answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test API has no port.');

  // Nothing has to wait for a screen.
  setScreenComplete(true);
  writeDocuments({
    hosts: { localhost: 'smsa' },
    tenants: { smsa: { name: 'SMSA' } },
    ...configuration,
    apiUrl: `http://127.0.0.1:${address.port}/api`,
  });

  return {
    calls,
    answer: (route, answer) => void answers.set(route, answer),
    visit(path) {
      history.replaceState({}, '', path);
      announceAddress(location, { isEcho: false });
    },
    async signIn(user, apps) {
      answers.set('POST /auth', { body: { access_token: 'token' } });
      answers.set('GET /users/me', { body: user });
      answers.set('GET /tenants/smsa/apps', { body: apps });
      answers.set('DELETE /auth/invalidate', { status: 204 });
      await signIn({ email: user.email, password: 'portico-demo' });
      calls.length = 0;
    },
    async expire() {
      answers.set('GET /auth/validate', { status: 401 });
      answers.set('POST /auth/refresh', { status: 401 });
      const hasExpired = new Promise<void>((resolve) => {
        const stop = store.sub(sessionAtom, () => {
          if (store.get(sessionAtom).status !== 'expired') return;
          stop();
          resolve();
        });
      });
      // It waits for a sign-in. By then the test may be over and have no portal.
      validateSession().catch(() => undefined);
      await hasExpired;
      calls.length = 0;
    },
    async reset() {
      answers.clear();
      localStorage.clear();
      // One page serves many users here. With their token, the restore would wait for that of another tab.
      store.set(sessionStateAtom, (state) => ({ ...state, accessToken: noAccessToken, lastEmail: undefined }));
      await restoreSettings();
      answers.set('POST /auth/refresh', { status: 401, body: { code: 'no-session', message: '' } });
      await restoreSession();
      calls.length = 0;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readCall(request: IncomingMessage): Promise<ApiCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    route: `${request.method} ${url.pathname.replace(/^\/api/, '')}`,
    search: url.search,
    body: request.headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text || undefined,
    language: request.headers['accept-language'],
    authorization: request.headers.authorization,
  };
}

function write(response: ServerResponse, answer: ApiAnswer): void {
  if (answer === 'unreachable') {
    response.socket?.destroy();
    return;
  }
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
}

function writeDocuments(configuration: Partial<Configuration>): void {
  document.head.append(
    createDocument('application/json', configuration, 'portico-configuration'),
    createDocument('systemjs-importmap', { imports: {} }),
    createDocument('application/json', {}, 'portico-state'),
  );
}

function createDocument(type: string, content: unknown, id = ''): HTMLScriptElement {
  const script = document.createElement('script');
  script.type = type;
  script.id = id;
  script.textContent = JSON.stringify(content);
  return script;
}
