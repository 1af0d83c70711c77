import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type SentNotification, sendNotification } from './notification-panel';
import { PortalProcess } from './portal-process';
import { PushBrowser } from './push-browser';
import { firebaseConfiguration, PushCloud } from './push-cloud';
import { signIn } from './sign-in';
import { test } from './test';

interface PushWorkerFixtures {
  /** Google's part, of which the portal and every browser of a test make use. */
  readonly cloud: PushCloud;
}

/** The test of this package on a portal with push. */
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
  portal: [
    async ({ cloud }, use) => {
      const { environment } = cloud;
      const portal = await PortalProcess.start({ environment, configuration: firebaseConfiguration });
      await use(portal);
      expect(await portal.stop()).toBe(0);
    },
    { scope: 'worker' },
  ],
  context: async ({ context, cloud }, use) => {
    await cloud.serve(context);
    await use(context);
  },
});

/** Lets the pages of a context show notifications of the system. */
export function allowNotifications(context: BrowserContext): Promise<void> {
  return context.grantPermissions(['notifications']);
}

/** Signs in where notifications are allowed, and waits until pushes come to that browser. */
export async function signInForPush(
  page: Page,
  name: Parameters<typeof signIn>[1],
): Promise<{ browser: PushBrowser; token: string }> {
  await allowNotifications(page.context());
  await signIn(page, name);
  const browser = await PushBrowser.of(page);
  return { browser, token: await browser.untilBound() };
}

/** Sends as the back end of a module does. @returns the data that the server has pushed to the token */
export async function sendPush(
  { portal, cloud }: { readonly portal: PortalProcess; readonly cloud: PushCloud },
  token: string,
  name: string,
  notification: SentNotification,
): Promise<Record<string, string>> {
  await sendNotification(portal, name, notification);
  const pushed = () =>
    cloud.pushes.find(({ token: to, data }) => to === token && data.title === notification.title)?.data;
  await expect.poll(pushed).toBeDefined();
  return pushed() ?? {};
}

/** Opens a page of nobody's in front of the others. */
export async function lookAway(context: BrowserContext): Promise<void> {
  const elsewhere = await context.newPage();
  await elsewhere.bringToFront();
}
