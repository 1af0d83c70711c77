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

const listFetch = /\/api\/notifications\?/;

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
