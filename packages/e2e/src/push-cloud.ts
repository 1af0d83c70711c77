import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { BrowserContext, Route } from '@playwright/test';

interface Push {
  readonly token: string;
  readonly data: Readonly<Record<string, string>>;
}

const projectId = 'portico-e2e';

/** Google's part in browser push: what the server sends by, and what browsers register at. */
export class PushCloud {
  /** What the server has sent. */
  readonly pushes: Push[] = [];
  /** Registrations that browsers asked for and ended, in order: `POST`, `PATCH`, `DELETE`. */
  readonly registrations: string[] = [];
  readonly #server: Server;
  #refusals = 0;
  #tokens = 0;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await text(request);
      if (request.url === '/token') {
        response.end(JSON.stringify({ access_token: 'access', expires_in: 3_600 }));
        return;
      }
      this.pushes.push(JSON.parse(body).message);
      response.end(JSON.stringify({ name: 'sent' }));
    });
  }

  static async start(): Promise<PushCloud> {
    const cloud = new PushCloud();
    await new Promise<void>((resolve) => cloud.#server.listen(0, '127.0.0.1', resolve));
    return cloud;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Variables of the server. */
  get environment(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const account = {
      project_id: projectId,
      client_email: 'push@portico.test',
      private_key: privateKey,
      token_uri: `${origin}/token`,
    };
    return { FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account), FIREBASE_ENDPOINT: origin };
  }

  /** The next so many registrations are refused. */
  refuse(count: number): void {
    this.#refusals = count;
  }

  /** Answers the browsers of a context, and stands for its push service: no other part of push is a double. */
  async serve(context: BrowserContext): Promise<void> {
    await context.addInitScript(doublePushService);
    await context.route('https://firebaseinstallations.googleapis.com/**', (route) =>
      answer(route, {
        fid: 'cccccccccccccccccccccc',
        refreshToken: 'refresh',
        authToken: { token: 'installation', expiresIn: '604800s' },
      }),
    );
    await context.route('https://fcmregistrations.googleapis.com/**', (route) => {
      const method = route.request().method();
      if (method === 'OPTIONS') return answer(route, {});
      this.registrations.push(method);
      if (method === 'DELETE') return answer(route, {});
      if (this.#refusals > 0) {
        this.#refusals -= 1;
        return answer(route, { error: { message: 'Not now' } }, 503);
      }
      this.#tokens += 1;
      return answer(route, { token: `token-${this.#tokens}` });
    });
  }
}

export const firebaseConfiguration = {
  firebase: { apiKey: 'key', projectId, messagingSenderId: '1', appId: '1:1:web:1' },
  vapidKey: `B${'A'.repeat(86)}`,
};

function answer(route: Route, body: object, status = 200): Promise<void> {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': '*',
  };
  return route.fulfill({ status, headers, json: body });
}

/** Runs in each page: a subscription that outlives it, as the browser's own would with a push service. */
function doublePushService(): void {
  if (!('PushManager' in window)) return;
  const key = 'e2e:subscription';
  const bytesOf = (base64: string) =>
    Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const subscriptionOf = (stored: string | null) => {
    if (!stored || Notification.permission !== 'granted') return null;
    const { endpoint, serverKey } = JSON.parse(stored);
    return {
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: bytesOf(serverKey).buffer },
      getKey: () => new Uint8Array(16).buffer,
      unsubscribe: async () => {
        const isThere = localStorage.getItem(key) !== null;
        localStorage.removeItem(key);
        return isThere;
      },
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscriptionOf(localStorage.getItem(key)),
    subscribe: async (options: { applicationServerKey: Uint8Array }) => {
      const serverKey = btoa(String.fromCharCode(...options.applicationServerKey));
      const endpoint = `https://push.test/${Math.random()}`;
      localStorage.setItem(key, JSON.stringify({ endpoint, serverKey }));
      return subscriptionOf(localStorage.getItem(key));
    },
  });
}
