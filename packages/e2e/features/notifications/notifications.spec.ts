import type { Locator } from '@playwright/test';
import { axeFindings } from '../../portal/axe';
import { switchTheme } from '../../portal/settings';
import { signIn, signOut, waitForSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { watchTopics } from './broker-sockets';
import {
  bell,
  countUnread,
  markAllReadElsewhere,
  openLive,
  openPanel,
  panel,
  rows,
  sendNotification,
  toasts,
  waitForUnread,
} from './notification-panel';

test('a message shows immediately in toast, badge and list; following its toast marks it read', async ({
  page,
  portal,
}) => {
  await signIn(page, 'ana');
  await openLive(page);
  const unread = await waitForUnread(page, portal, 'ana');
  await sendNotification(portal, 'ana', {
    title: 'Chamado respondido',
    body: 'A impressora voltou.',
    redirect: '/profile',
  });
  await expect(toasts(page)).toContainText(['A impressora voltou.']);
  await expect(rows(page).first()).toContainText('Chamado respondido');
  await expect(bell(page)).toHaveAccessibleName(new RegExp(`, ${unread + 1} não lida`));
  const popup = page.waitForEvent('popup');
  await toasts(page).getByRole('link').click();
  await expect(await popup).toHaveURL('/profile');
  await expect.poll(() => countUnread(page)).toBe(unread);
  // The toast is beside the open panel. The next opening removes read notifications from its list.
  await bell(page).click();
  await expect(panel(page)).toHaveCount(0);
  await openPanel(page);
  await expect(rows(page).filter({ hasText: 'Chamado respondido' })).toHaveCount(0);
  await panel(page).getByRole('tab', { name: 'Todas' }).click();
  await expect(rows(page).first()).toContainText('Chamado respondido');
});

test('toasts on screen and in the queue close once another device has read them', async ({ page, portal }) => {
  await signIn(page, 'bruno');
  await openLive(page);
  for (let index = 0; index < 6; index += 1) {
    await sendNotification(portal, 'bruno', { title: 'אבג \u202egnp.exe' }, 'hrstudium');
  }
  // The pointer keeps them on screen.
  await toasts(page).first().hover();
  await expect(toasts(page)).toHaveText(Array.from({ length: 3 }, () => 'אבג gnp.exe'));
  await expect(toasts(page).first().locator('bdi').first()).toHaveCSS('text-align', 'left');
  await markAllReadElsewhere(portal, 'bruno');
  await expect(toasts(page)).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName('Notificações');
});

test('the bell loads after the sign-in, and signing out ends the subscription immediately', async ({ page }) => {
  const topics = watchTopics(page);
  const topic = 'notification-ana@portico.test';
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  const own = () => files.filter((file) => /\/(notifications|notification-panel)\.[^/]*js$/.test(file));
  await page.goto('/signin');
  await waitForSignIn(page);
  await page.waitForLoadState('networkidle');
  expect(own()).toEqual([]);
  await signIn(page, 'ana');
  await expect.poll(() => topics.has(topic)).toBe(true);
  await signOut(page);
  await expect(bell(page)).toHaveCount(0);
  await expect.poll(() => topics.has(topic)).toBe(false);
  await expect.poll(() => topics.has('portico-import-map')).toBe(true);
  await expect.poll(() => topics.connections).toBe(1);
});

test('axe finds nothing in the panel, which fits every window and opens long texts in place', async ({
  page,
  portal,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The browser of the tests denies notifications, and then the panel offers none.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  // Send before the page is open, so that no toast takes room from the panel.
  for (let index = 0; index < 8; index += 1) await sendNotification(portal, 'ana', { title: 'Curta' });
  await sendNotification(portal, 'ana', { title: 'Palavra'.repeat(20), body: 'Comprida'.repeat(80) });
  await signIn(page, 'ana');
  await openPanel(page);
  await expect(panel(page).getByRole('button', { name: 'Permitir notificações' })).toBeVisible();
  await expect(rows(page).first()).toContainText('Comprida');
  for (const theme of ['light', 'dark'] as const) {
    await test.step(theme, async () => {
      await switchTheme(page, theme);
      expect(await axeFindings(page)).toEqual([]);
    });
  }
  for (const [width, height] of [
    [1280, 800],
    [640, 400],
    [320, 200],
  ] as const) {
    await test.step(`${width} × ${height} px`, async () => {
      await page.setViewportSize({ width, height });
      const list = panel(page).getByRole('tabpanel');
      await expect.poll(() => getBottom(panel(page))).toBeLessThanOrEqual(height);
      expect(await getBottom(list)).toBeLessThanOrEqual(height);
      expect((await list.boundingBox())?.height).toBeGreaterThanOrEqual(90);
    });
  }
  const long = rows(page).first().getByRole('button', { expanded: false });
  const cut = (await long.boundingBox())?.height ?? Number.NaN;
  await long.click();
  const open = rows(page).first().getByRole('button', { expanded: true });
  await expect.poll(async () => (await open.boundingBox())?.height).toBeGreaterThan(2 * cut);
  await page.setViewportSize({ width: 320, height: 640 });
  const heading = panel(page).getByRole('heading');
  const title = await heading.boundingBox();
  expect(title?.height).toBeLessThan(30);
  expect(await heading.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const clear = await panel(page).getByRole('button', { name: 'Marcar todas como lidas' }).boundingBox();
  expect((clear?.x ?? 0) + (clear?.width ?? 0)).toBeLessThanOrEqual(320);
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(clear?.x ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

/** The edges of an element in the window, in pixels. */
async function getBottom(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Number.NaN;
}
