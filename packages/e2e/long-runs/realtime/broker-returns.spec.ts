import {
  countUnread,
  countUnreadAtServer,
  expectStatus,
  openLive,
  openPanel,
  rows,
  sendNotification,
  toasts,
  waitForUnread,
} from '../../features/notifications/notification-panel';
import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import type { NetworkLine } from './network-line';
import { realtimeTest as test } from './realtime-test';

test.describe('a restart of the server', () => {
  // Meanwhile the server does not answer, or answers that it is closing.
  test.use({
    expectedErrors:
      /WebSocket|Erro ao conectar MQTT|ERR_CONNECTION_(?:REFUSED|RESET)|status of 503|answered 503 instead of the import map/,
  });

  test('needs no sign-in', async ({ page, portal, line }) => {
    await signIn(page, 'ana');
    await openLive(page);
    // The cards of the home screen load files of their own.
    await page.waitForLoadState('networkidle');
    await portal.restart(() => expectStatus(page, 'Reconectando'));
    await expectStatus(page, 'Ao vivo');
    await sendNotification(portal, 'ana', { title: 'Depois do reinício' });
    await expect(toasts(page)).toContainText(['Depois do reinício']);
    await expect.poll(() => countUnread(page)).toBe(await countUnreadAtServer(portal, 'ana'));
    expect(line.open).toBe(1);
  });
});

for (const [name, lose] of [
  ['is cut', (line: NetworkLine) => line.cut()],
  ['falls silent', (line: NetworkLine) => line.fallSilent()],
] as const) {
  test(`a connection that ${name} while the page sleeps is back 5 s after it wakes`, async ({
    context,
    page,
    portal,
    line,
  }) => {
    await signIn(page, 'bruno', '/hrstudium/');
    await openLive(page);
    const unread = await waitForUnread(page, portal, 'bruno');
    const protocol = await context.newCDPSession(page);
    const setVisible = (state: DocumentVisibilityState) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await setVisible('hidden');
    await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
    lose(line);
    for (const count of [1, 2]) {
      await sendNotification(portal, 'bruno', { title: `While it ${name} ${count}` }, 'hrstudium');
    }
    expect(line.dials).toHaveLength(1);

    await protocol.send('Page.setWebLifecycleState', { state: 'active' });
    await setVisible('visible');
    const shownAt = performance.now();
    await expect.poll(() => line.dials.length, { intervals: [50] }).toBe(2);
    await expectStatus(page, 'Ao vivo');
    await expect(rows(page).filter({ hasText: `While it ${name}` })).toHaveCount(2);
    expect(performance.now() - shownAt).toBeLessThan(5_000);
    await expect.poll(() => countUnread(page)).toBe(unread + 2);
    await sendNotification(portal, 'bruno', { title: 'Acordada' }, 'hrstudium');
    // Missed notifications are in the list, without a toast.
    await expect(toasts(page)).toHaveText([/Acordada/]);
    expect(line.dials).toHaveLength(2);
  });
}

test.describe('a broker that refuses', () => {
  /**
   * Refuses the next connections (MQTT 3.1.1, section 3.2: bad user name or password); then the real broker answers.
   */
  async function refuse(page: Page, count: number) {
    const attempts: string[] = [];
    await page.routeWebSocket(/\/realtime$/, (socket) => {
      if (attempts.length >= count) {
        attempts.push('');
        socket.connectToServer();
        return;
      }
      const attempt = attempts.push('') - 1;
      let isAnswered = false;
      socket.onMessage((payload) => {
        attempts[attempt] += payload.toString();
        if (isAnswered) return;
        isAnswered = true;
        socket.send(Buffer.from([0x20, 2, 0, 4]));
        void socket.close();
      });
    });
    return attempts;
  }

  function countRefreshes(page: Page): { readonly count: number } {
    const refreshes = { count: 0 };
    page.on('response', (response) => {
      if (response.url().endsWith('/api/auth/refresh') && response.ok()) refreshes.count += 1;
    });
    return refreshes;
  }

  test('accepts the next token after one refresh', async ({ page, line }) => {
    const attempts = await refuse(page, 1);
    const refreshes = countRefreshes(page);
    await signIn(page, 'ana');
    await openLive(page);
    expect([attempts.length, line.open]).toEqual([2, 1]);
    // The first refresh may run before the first attempt, or be the one after it.
    expect([1, 2]).toContain(refreshes.count);
  });

  test('is tried once more with a new token, then at most once a minute, and the status is off', async ({
    page,
    line,
  }) => {
    await page.clock.install();
    const attempts = await refuse(page, Number.POSITIVE_INFINITY);
    const refreshes = countRefreshes(page);
    await signIn(page, 'ana');
    await openPanel(page);
    await expectStatus(page, 'Desligado');
    expect(new Set(attempts).size).toBe(2);
    expect([1, 2]).toContain(refreshes.count);
    for (let known = 2; known <= 4; known += 1) {
      // The tab does not retry earlier when it wakes.
      await page.clock.runFor(45_000);
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expectStatus(page, 'Desligado');
      expect(attempts).toHaveLength(known);
      await expect(async () => {
        await page.clock.runFor(3_000);
        expect(attempts).toHaveLength(known + 1);
      }).toPass({ intervals: [100] });
    }
    await expectStatus(page, 'Desligado');
    expect(line.dials).toEqual([]);
  });
});
