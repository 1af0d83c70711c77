import type { Request } from '@playwright/test';
import {
  expectStatus,
  openLive,
  rows,
  sendNotification,
  toasts,
} from '../../features/notifications/notification-panel';
import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import { realtimeTest as test } from './realtime-test';

/** Counts the messages with a text that the broker has sent a page. */
function countFrames(page: Page, text: string): { readonly count: number } {
  const frames = { count: 0 };
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes(text)) frames.count += 1;
    });
  });
  return frames;
}

/** The requests of the lists: the answered ones, and whether others are open. */
function followListFetches(page: Page) {
  const fetches = { answered: 0, underWay: 0 };
  const isOfList = (request: Request) => request.url().includes('/api/notifications?');
  page.on('request', (request) => {
    if (isOfList(request)) fetches.underWay += 1;
  });
  page.on('requestfailed', (request) => {
    if (isOfList(request)) fetches.underWay -= 1;
  });
  page.on('requestfinished', (request) => {
    if (!isOfList(request)) return;
    fetches.underWay -= 1;
    fetches.answered += 1;
  });
  return fetches;
}

test('after five reconnects a message arrives once, shows one toast and causes one request for each list', async ({
  page,
  portal,
  line,
}) => {
  const frames = countFrames(page, 'Depois das quedas');
  const fetches = followListFetches(page);
  await signIn(page, 'dora');
  await openLive(page);
  for (let drops = 1; drops <= 5; drops += 1) {
    line.cut();
    await expect.poll(() => line.dials.length).toBe(drops + 1);
    await expectStatus(page, 'Ao vivo');
  }
  // Each connection has requested both lists; do not count those requests.
  await expect.poll(() => fetches.answered >= 2 * 6 && fetches.underWay === 0).toBe(true);
  fetches.answered = 0;
  await sendNotification(portal, 'dora', { title: 'Depois das quedas' });
  await expect(rows(page).filter({ hasText: 'Depois das quedas' })).toHaveCount(1);
  await expect.poll(() => fetches.answered).toBe(2);
  await sendNotification(portal, 'dora', { title: 'Mais uma' });
  await expect(rows(page).filter({ hasText: 'Mais uma' })).toHaveCount(1);
  await expect(toasts(page)).toHaveText([/Depois das quedas/, /Mais uma/]);
  await expect.poll(() => fetches.answered).toBe(4);
  expect(frames.count).toBe(1);
  expect(line.open).toBe(1);
});
