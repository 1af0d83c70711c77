import type { CDPSession, Page, Worker } from '@playwright/test';
import { expect } from '@playwright/test';

const scope = '/firebase-cloud-messaging-push-scope';

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly icon: string;
}

/** The push service's end of a browser, by the debugging protocol: it hands real pushes to the real service worker. */
export class PushBrowser {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #origin: string;
  #registrationId: string | undefined;
  #handledCount = 0;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
    this.#origin = new URL(page.url()).origin;
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.findLast(({ scopeURL, isDeleted }) => scopeURL.endsWith(scope) && !isDeleted);
      this.#registrationId = registration?.registrationId ?? this.#registrationId;
    });
    session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
      if (eventName === 'Push event completed') this.#handledCount += 1;
    });
  }

  /** From now on the page has the focus only while it is in front. */
  static async attach(page: Page): Promise<PushBrowser> {
    const session = await page.context().newCDPSession(page);
    const browser = new PushBrowser(page, session);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    await session.send('ServiceWorker.enable');
    await session.send('BackgroundService.startObserving', { service: 'pushMessaging' });
    await session.send('BackgroundService.setRecording', { service: 'pushMessaging', shouldRecord: true });
    return browser;
  }

  /**
   * Delivers what Firebase makes of some data, or any text, and waits until the service worker has handled it: Chromium
   * removes a notification that somebody lists while it is being shown.
   */
  async deliver(data: Readonly<Record<string, string>> | string): Promise<void> {
    await expect.poll(() => this.#registrationId, { message: 'The service worker is not registered.' }).toBeDefined();
    const handledBefore = this.#handledCount;
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registrationId ?? '',
      data: typeof data === 'string' ? data : JSON.stringify({ data, from: '1', priority: 'high', fcmMessageId: 'm' }),
    });
    await expect
      .poll(() => this.#handledCount, { message: 'The push is not handled.', timeout: 30_000 })
      .toBeGreaterThan(handledBefore);
  }

  /** The notifications of the system that are on screen. */
  notifications(): Promise<ShownNotification[]> {
    return this.#page.evaluate(async (address) => {
      const registration = await navigator.serviceWorker.getRegistration(address);
      const shown = (await registration?.getNotifications()) ?? [];
      return shown.map(({ title, body, tag, icon }) => ({ title, body, tag, icon }));
    }, scope);
  }

  /** The token that the server has accepted for the user who is signed in. */
  token(): Promise<string | undefined> {
    const read = async () => {
      const binding = await caches.match('/portico-push/binding', { cacheName: 'portico:push' });
      return (await binding?.json())?.registered?.token;
    };
    // A sign-in of another user reloads the page meanwhile.
    return this.#page.evaluate(read).catch(() => undefined);
  }

  /** Waits until pushes come to this browser, and gives the token. */
  async waitUntilBound(): Promise<string> {
    await expect.poll(() => this.token(), { message: 'Push is not set up.' }).toBeDefined();
    return (await this.token()) ?? '';
  }

  /**
   * Clicks the newest one: the event is constructed, since no protocol makes one, so that opening windows is noted
   * alone.
   */
  async click(): Promise<string[]> {
    const worker = this.#page
      .context()
      .serviceWorkers()
      .findLast((each) => each.url().includes('messaging'));
    if (!worker) throw new Error('There is no service worker.');
    return clickNotification(worker);
  }
}

function clickNotification(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(address: string): Promise<unknown> };
      WindowClient: { prototype: { focus(): Promise<unknown>; readonly url: string } };
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const notification = (await scope.registration.getNotifications()).at(-1);
    if (!notification) throw new Error('There is no notification.');
    const steps: string[] = [];
    scope.clients.openWindow = async (address) => steps.push(`open ${address}`);
    scope.WindowClient.prototype.focus = async function (this: { readonly url: string }) {
      steps.push(`focus ${this.url}`);
    };
    const event = new scope.NotificationEvent('notificationclick', { notification });
    let work: Promise<unknown> | undefined;
    Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => (work = promise) });
    dispatchEvent(event);
    await work;
    return steps;
  });
}
