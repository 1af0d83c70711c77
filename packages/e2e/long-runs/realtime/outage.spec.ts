import {
  countUnread,
  countUnreadAtServer,
  expectStatus,
  openLive,
  rows,
  sendNotification,
} from '../../features/notifications/notification-panel';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { realtimeTest as test } from './realtime-test';

test('the tab tries an unreachable broker every second; after that, lists and badge are right', async ({
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
  const pauses = dials.slice(1).map((dial, index) => dial - (dials[index] ?? 0));
  expect(pauses.reduce((sum, pause) => sum + pause) / pauses.length).toBeGreaterThan(900);
  // Some attempts are late while other tests run.
  expect(Math.min(...pauses)).toBeLessThan(1_500);
  await expectStatus(page, 'Reconectando');
  line.comeBack();
  await expectStatus(page, 'Ao vivo');
  await expect(rows(page).filter({ hasText: 'Sem corretor' })).toHaveCount(2);
  await expect.poll(() => countUnread(page)).toBe(await countUnreadAtServer(portal, 'ana'));
  expect(line.open).toBe(1);
});
