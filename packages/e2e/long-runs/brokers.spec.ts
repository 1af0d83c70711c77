import { openLive, sendNotification, toasts } from '../features/notifications/notification-panel';
import { PortalProcess } from '../portal/portal-process';
import { signIn } from '../portal/sign-in';
import { test as base, expect, type Page } from '../portal/test';

// tooling/scripts/servers.mjs starts this Mosquitto, or prints that there is none.
const { TEST_MQTT_URL = '', TEST_MQTT_BROWSER_URL = '' } = process.env;

function withBroker(realtime: object) {
  return {
    environment: { MQTT_URL: TEST_MQTT_URL },
    configuration: { realtime: { url: TEST_MQTT_BROWSER_URL, ...realtime } },
  };
}

/** A portal that administers the broker. */
const test = base.extend({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const portal = await PortalProcess.start(withBroker({ credentials: 'dynamic' }));
      await use(portal);
      expect(await portal.stop()).toBe(0);
    },
    { scope: 'worker' },
  ],
});

test.skip(TEST_MQTT_URL === '' || TEST_MQTT_BROWSER_URL === '', 'There is no Mosquitto.');

async function expectLiveToast(page: Page, portal: PortalProcess, title: string): Promise<void> {
  await openLive(page);
  await sendNotification(portal, 'ana', { title });
  await expect(toasts(page)).toContainText([title]);
}

test('toasts arrive live through a broker of the operator, with credentials of the session and of an account', async ({
  context,
  page,
  portal,
  startPortal,
}) => {
  const brokers: string[] = [];
  page.on('websocket', (socket) => brokers.push(new URL(socket.url()).origin));
  const issued = page.waitForResponse('**/api/realtime/credentials');
  await signIn(page, 'ana');
  const account = await (await issued).json();
  await expectLiveToast(page, portal, 'Pelas credenciais da sessão');

  // During the session, its credentials are an account of the broker.
  const other = await startPortal(withBroker({ credentials: 'account', ...account }));
  // Cookies ignore ports.
  await context.clearCookies();
  await signIn(page, 'ana', other.url);
  await expectLiveToast(page, other, 'Pela conta comum');
  expect(brokers).toEqual([TEST_MQTT_BROWSER_URL, TEST_MQTT_BROWSER_URL]);
});
