import { openLive, rows, sendNotification } from '../../features/notifications/notification-panel';
import { signIn, signOut } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import { realtimeTest as test } from './realtime-test';

/** Longer than a disconnected client takes to reconnect. */
const seconds = 10;

/** The client names of a page at the broker. */
function readClientIds(page: Page): readonly string[] {
  const ids: string[] = [];
  page.on('websocket', (socket) => {
    let sent = '';
    socket.on('framesent', ({ payload }) => {
      const known = /portico-[\da-f]{32}/.test(sent);
      sent += payload.toString();
      const [id] = /portico-[\da-f]{32}/.exec(sent) ?? [];
      if (id && !known) ids.push(id);
    });
  });
  return ids;
}

test(`a duplicated tab and a third one share one connection for ${seconds} s; signing out ends it`, async ({
  context,
  page,
  portal,
  line,
}) => {
  const ids = readClientIds(page);
  await signIn(page, 'dora');
  await openLive(page);
  await page.evaluate(() => sessionStorage.setItem('is-copied', 'yes'));
  const popup = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const duplicate = await popup;
  const third = await context.newPage();
  const otherIds = [duplicate, third].map(readClientIds);
  await third.goto('/');
  const tabs = [page, duplicate, third];
  for (const tab of [duplicate, third]) await openLive(tab);
  expect(await duplicate.evaluate(() => sessionStorage.getItem('is-copied'))).toBe('yes');
  await sendNotification(portal, 'dora', { title: 'Para as três' });
  for (const tab of tabs) await expect(rows(tab).filter({ hasText: 'Para as três' })).toHaveCount(1);
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), seconds * 1_000);
  expect([line.open, line.dials.length]).toEqual([1, 1]);
  expect(new Set([...ids, ...otherIds.flat()]).size).toBe(1);

  await page.keyboard.press('Escape');
  await signOut(page);
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  // A connection without a session replaces it.
  await expect.poll(() => line.dials.length).toBe(2);
  await expect.poll(() => line.open).toBe(1);
});
