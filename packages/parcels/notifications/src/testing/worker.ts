import { readWorkerMessage, type WorkerMessage } from '../push/worker-message';
import type { Page, WorkerScope } from '../service-worker/worker-scope';

const chrome = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** A window of the portal that records the messages it gets. */
export class TestPage implements Page {
  readonly received: WorkerMessage[] = [];
  readonly focused: boolean;
  readonly #url: string;
  readonly #answers: boolean;
  hasBeenFocused = false;

  constructor(url: string, { focused = false, answers = true } = {}) {
    this.#url = url;
    this.focused = focused;
    this.#answers = answers;
  }

  postMessage(message: unknown, [port]: Transferable[] = []): void {
    const received = readWorkerMessage(message);
    if (!received) throw new TypeError('A page cannot read this.');
    this.received.push(received);
    if (port instanceof MessagePort && this.#answers) port.postMessage(received.type === 'WHERE' ? this.#url : 'shown');
  }

  async focus(): Promise<void> {
    this.hasBeenFocused = true;
  }
}

/** A service worker that records what it shows and opens. */
export class TestWorker {
  readonly shown: { readonly title: string; readonly options: NotificationOptions }[] = [];
  readonly opened: string[] = [];
  isSubscribed = true;
  readonly scope: WorkerScope;

  constructor(pages: readonly Page[] = [], userAgent = chrome) {
    const subscription = {
      unsubscribe: async () => {
        this.isSubscribed = false;
      },
    };
    const registration = {
      showNotification: async (title: string, options: NotificationOptions = {}) =>
        void this.shown.push({ title, options }),
      pushManager: { getSubscription: async () => (this.isSubscribed ? subscription : null) },
    };
    this.scope = {
      registration,
      location: { origin: 'https://smsa.portal.test' },
      navigator: { userAgent },
      clients: {
        matchAll: async () => pages,
        openWindow: async (address: string) => void this.opened.push(address),
      },
    };
  }
}
