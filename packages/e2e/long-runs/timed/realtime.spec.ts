import {
  countUnread,
  countUnreadAtServer,
  expectStatus,
  openLive,
  rows,
  sendNotification,
  toasts,
} from '../../features/notifications/notification-panel';
import { signIn, signOut } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import { realtimeTest as test } from '../realtime-test';

/** Longer than a client that was thrown out takes to come back. */
const seconds = 10;

/** How often a page has been handed a text by the broker. */
function countFrames(page: Page, text: string): { readonly count: number } {
  const frames = { count: 0 };
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes(text)) frames.count += 1;
    });
  });
  return frames;
}

/** The names under which a page signs in to brokers. */
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

const listFetch = /\/api\/notifications\?/;

test('the tab tries an unreachable broker every second; then lists and badge are right', async ({
  page,
  portal,
  line,
}) => {
  await signIn(page, 'ana');
  await openLive(page);
  line.goDown();
  await expectStatus(page, 'Reconectando');
  const before = line.dials.length;
  await sendNotification(portal, 'ana', { title: 'Sem corretor 1' });
  await sendNotification(portal, 'ana', { title: 'Sem corretor 2' });
  await expect.poll(() => line.dials.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 6);
  const dials = line.dials.slice(before, before + 6);
  const period = ((dials.at(-1) ?? 0) - (dials[0] ?? 0)) / (dials.length - 1);
  expect(period).toBeGreaterThan(900);
  expect(period).toBeLessThan(1_800);
  await expectStatus(page, 'Reconectando');
  line.comeBack();
  await expectStatus(page, 'Ao vivo');
  await expect(rows(page).filter({ hasText: 'Sem corretor' })).toHaveCount(2);
  await expect.poll(() => countUnread(page)).toBe(await countUnreadAtServer(portal, 'ana'));
  expect(line.open).toBe(1);
});

test('after five reconnects a message arrives once, makes one toast and fetches each list once', async ({
  page,
  portal,
  line,
}) => {
  const frames = countFrames(page, 'Depois das quedas');
  const fetches: string[] = [];
  page.on('requestfinished', (request) => listFetch.test(request.url()) && fetches.push(request.url()));
  await signIn(page, 'dora');
  await openLive(page);
  for (let drops = 1; drops <= 5; drops += 1) {
    line.cut();
    await expect.poll(() => line.dials.length).toBe(drops + 1);
    await expectStatus(page, 'Ao vivo');
  }
  // Each connection has fetched both lists; those answers are not the message's.
  await page.waitForLoadState('networkidle');
  await expect.poll(() => fetches.length).toBeGreaterThanOrEqual(2 * 6);
  fetches.length = 0;
  await sendNotification(portal, 'dora', { title: 'Depois das quedas' });
  await expect(rows(page).filter({ hasText: 'Depois das quedas' })).toHaveCount(1);
  await expect.poll(() => fetches.length).toBe(2);
  await sendNotification(portal, 'dora', { title: 'Mais uma' });
  await expect(rows(page).filter({ hasText: 'Mais uma' })).toHaveCount(1);
  await expect(toasts(page)).toHaveText([/Depois das quedas/, /Mais uma/]);
  await expect.poll(() => fetches.length).toBe(4);
  expect(frames.count).toBe(1);
  expect(line.open).toBe(1);
});

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
  // One without a session takes its place.
  await expect.poll(() => line.dials.length).toBe(2);
  await expect.poll(() => line.open).toBe(1);
});
