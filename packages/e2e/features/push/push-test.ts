import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { PortalProcess } from '../../portal/portal-process';
import { signIn } from '../../portal/sign-in';
import { test } from '../../portal/test';
import { type SentNotification, sendNotification } from '../notifications/notification-panel';
import { PushBrowser } from './push-browser';
import { firebaseConfiguration, PushCloud } from './push-cloud';

interface PushWorkerFixtures {
  /** The double of Google's services, used by the portal and every browser of a test. */
  readonly cloud: PushCloud;
}

/** The `test` of this package on a portal with push. */
export const pushTest = test.extend<object, PushWorkerFixtures>({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const cloud = await PushCloud.start();
      await use(cloud);
      await cloud.stop();
    },
    { scope: 'worker' },
  ],
  environment: [({ cloud }, use) => use(cloud.environment), { scope: 'worker' }],
  configuration: [firebaseConfiguration, { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  serviceWorkers: async ({}, use) => use('allow'),
  context: async ({ context, cloud }, use) => {
    await cloud.serve(context);
    await context.addInitScript(blockOfflineWorker);
    await use(context);
  },
});

/** Playwright may not answer requests of pages that this worker controls. The push worker controls no pages. */
function blockOfflineWorker(): void {
  // Insecure pages lack it.
  if (typeof ServiceWorkerContainer === 'undefined') return;
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = async function (script, options) {
    if (String(script).includes('offline')) throw new DOMException('Blocked by the test', 'SecurityError');
    return register.call(this, script, options);
  };
}

/** Allows the pages of a context to show system notifications. */
export function allowNotifications(context: BrowserContext): Promise<void> {
  return context.grantPermissions(['notifications']);
}

/** Signs in with notifications allowed, and waits until the browser gets pushes. */
export async function signInForPush(
  page: Page,
  user: Parameters<typeof signIn>[1],
): Promise<{ browser: PushBrowser; token: string }> {
  await allowNotifications(page.context());
  await signIn(page, user);
  const browser = await PushBrowser.attach(page);
  return { browser, token: await browser.waitUntilBound() };
}

/**
 * Sends a notification as the back end of a module does.
 * @returns the data that the server has pushed to the token
 */
export async function sendPush(
  { portal, cloud }: { readonly portal: PortalProcess; readonly cloud: PushCloud },
  token: string,
  user: Parameters<typeof signIn>[1],
  notification: SentNotification,
): Promise<Record<string, string>> {
  await sendNotification(portal, user, notification);
  const pushed = () =>
    cloud.pushes.find(({ token: to, data }) => to === token && data.title === notification.title)?.data;
  await expect.poll(pushed).toBeDefined();
  return pushed() ?? {};
}

/** Opens an empty page in front of the others. */
export async function hidePage(context: BrowserContext): Promise<void> {
  const elsewhere = await context.newPage();
  await elsewhere.bringToFront();
}
