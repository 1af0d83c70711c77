import type { BrowserContext, Route } from '@playwright/test';
import { type FcmDouble, startFcmDouble } from '@portico/server/testing';

/** A double of Google's push services: the server sends through it, and browsers register at it. */
export class PushCloud {
  /** The registration requests of browsers, in order: `POST`, `PATCH`, `DELETE`. */
  readonly registrations: string[] = [];
  readonly #messaging: FcmDouble;
  #tokens = 0;

  private constructor(messaging: FcmDouble) {
    this.#messaging = messaging;
  }

  static async start(): Promise<PushCloud> {
    return new PushCloud(await startFcmDouble());
  }

  stop(): Promise<void> {
    return this.#messaging.stop();
  }

  /** Environment variables of the server. */
  get environment(): Readonly<Record<string, string>> {
    return this.#messaging.variables;
  }

  /** The messages that the server has sent. */
  get pushes(): FcmDouble['pushes'] {
    return this.#messaging.pushes;
  }

  /** Answers the browsers of a context, and replaces their push service. No other part of push is a double. */
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
      this.#tokens += 1;
      return answer(route, { token: `token-${this.#tokens}` });
    });
  }
}

/** The Firebase settings that a portal gives browsers. */
export const firebaseConfiguration = {
  firebase: { apiKey: 'key', projectId: 'portico-test', messagingSenderId: '1', appId: '1:1:web:1' },
  vapidKey: `B${'A'.repeat(86)}`,
};

function answer(route: Route, body: object): Promise<void> {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': '*',
  };
  return route.fulfill({ headers, json: body });
}

/** Runs in each page. Replaces the browser's subscription by one that outlives the page, as a real one does. */
function doublePushService(): void {
  if (!('PushManager' in window)) return;
  const key = 'e2e:subscription';
  const getBytes = (base64: string) =>
    Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const createSubscription = (stored: string | null) => {
    if (!stored || Notification.permission !== 'granted') return null;
    const { endpoint, serverKey } = JSON.parse(stored);
    return {
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: getBytes(serverKey).buffer },
      getKey: () => new Uint8Array(16).buffer,
      unsubscribe: async () => {
        const isThere = localStorage.getItem(key) !== null;
        localStorage.removeItem(key);
        return isThere;
      },
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => createSubscription(localStorage.getItem(key)),
    subscribe: async (options: { applicationServerKey: Uint8Array }) => {
      const serverKey = btoa(String.fromCharCode(...options.applicationServerKey));
      const endpoint = `https://push.test/${Math.random()}`;
      localStorage.setItem(key, JSON.stringify({ endpoint, serverKey }));
      return createSubscription(localStorage.getItem(key));
    },
  });
}
