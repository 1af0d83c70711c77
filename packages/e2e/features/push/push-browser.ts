import type { CDPSession, Page, Worker } from '@playwright/test';
import { expect } from '@playwright/test';

const scope = '/firebase-cloud-messaging-push-scope';

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly icon: string;
}

/** Acts as the push service of a browser: sends real pushes to the real service worker by the debugging protocol. */
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

  /** Makes the page have the focus only while it is in front. */
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
   * Delivers data as Firebase does, or any text, and waits until the service worker has handled it: Chromium removes a
   * notification that is listed while it is being shown.
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

  /** The system notifications on screen. */
  notifications(): Promise<ShownNotification[]> {
    return this.#page.evaluate(async (address) => {
      const registration = await navigator.serviceWorker.getRegistration(address);
      const shown = (await registration?.getNotifications()) ?? [];
      return shown.map(({ title, body, tag, icon }) => ({ title, body, tag, icon }));
    }, scope);
  }

  /** The push token that the server has accepted for the signed-in user. */
  token(): Promise<string | undefined> {
    const read = async () => {
      const binding = await caches.match('/portico-push/binding', { cacheName: 'portico:push' });
      return (await binding?.json())?.registered?.token;
    };
    // The sign-in of another user may reload the page meanwhile.
    return this.#page.evaluate(read).catch(() => undefined);
  }

  /** Waits until this browser gets pushes, and returns the token. */
  async waitUntilBound(): Promise<string> {
    await expect.poll(() => this.token(), { message: 'Push is not set up.' }).toBeDefined();
    return (await this.token()) ?? '';
  }

  /**
   * Clicks the newest notification. No protocol can click, so the event is constructed. Windows cannot open from such an
   * event, so this only records the attempt.
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
