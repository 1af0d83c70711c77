import {
  axeFindings,
  bell,
  expect,
  openCount,
  openLive,
  openPanel,
  panel,
  rows,
  sendNotification,
  serveLongNotificationList,
  signIn,
  signOut,
  switchTheme,
  test,
  toasts,
  unreadOf,
  watchSockets,
} from '../src';

test('a message is in the toast, the badge and the list at once; its toast leads on and marks it read', async ({
  page,
  portal,
}) => {
  await signIn(page, 'ana');
  await openLive(page);
  const unread = await unreadOf(page);
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
  await expect.poll(() => unreadOf(page)).toBe(unread);
  // The toast stands beside the panel, which stays open; what is read leaves its list with the next opening.
  await bell(page).click();
  await expect(panel(page)).toHaveCount(0);
  await openPanel(page);
  await expect(rows(page).filter({ hasText: 'Chamado respondido' })).toHaveCount(0);
  await panel(page).getByRole('tab', { name: 'Todas' }).click();
  await expect(rows(page).first()).toContainText('Chamado respondido');
});

test('nothing of it loads before the sign-in, and signing out ends the connection at once', async ({ page }) => {
  const sockets = await watchSockets(page);
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  const own = () => files.filter((file) => /\/(notifications|realtime|notification-panel)\.[^/]*js$/.test(file));
  await page.goto('/signin');
  await page.getByLabel('E-mail').waitFor();
  await page.waitForLoadState('networkidle');
  expect(own()).toEqual([]);
  await signIn(page, 'ana');
  await expect.poll(() => openCount(sockets)).toBe(1);
  await signOut(page);
  await expect(bell(page)).toHaveCount(0);
  await expect.poll(() => openCount(sockets)).toBe(0);
});

test('the panel fits a window of 320 pixels', async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'ana');
  await sendNotification(portal, 'ana', { title: 'Palavra'.repeat(20), body: 'Comprida'.repeat(80) });
  await openPanel(page);
  await expect(rows(page).first()).toContainText('Comprida');
  const heading = panel(page).getByRole('heading');
  const title = await heading.boundingBox();
  expect(title?.height).toBeLessThan(30);
  expect(await heading.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const clear = await panel(page).getByRole('button', { name: 'Marcar todas como lidas' }).boundingBox();
  expect((clear?.x ?? 0) + (clear?.width ?? 0)).toBeLessThanOrEqual(320);
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(clear?.x ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('five thousand notifications are scrolled through with few rows in the document', async ({ page }) => {
  const total = 5_000;
  await serveLongNotificationList(page, total);
  await signIn(page, 'ana');
  await openPanel(page);
  await expect(bell(page)).toContainText('99+');
  await expect(rows(page).first()).toContainText('Aviso 5000');
  const scroller = page.locator('.portico-notifications-scroller');
  for (let loaded = 10; loaded < 200; loaded += 10) {
    // Rows get their real height when they are drawn, and the end moves with them.
    await expect(async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(rows(page).filter({ hasText: `Aviso ${total - loaded}` })).toHaveCount(1, { timeout: 500 });
    }).toPass();
    expect(await rows(page).count()).toBeLessThanOrEqual(100);
  }
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();
});

test.describe('a bell that does not load', () => {
  test.use({ expectedErrors: /notifications|Failed to load resource|ERR_FAILED/ });

  test('says so, leaves the bar standing, and comes at a press', async ({ page }) => {
    await page.route(/\/@portico\/notifications\..*\.js$/, (route) => route.abort());
    await signIn(page, 'ana');
    await expect(bell(page)).toHaveAttribute('title', /não carregaram/);
    await bell(page).click();
    await expect(page.getByRole('banner').getByRole('alert')).toContainText('não carregaram');
    await page.unroute(/\/@portico\/notifications\..*\.js$/);
    await bell(page).click();
    await expect(bell(page)).toHaveAttribute('aria-expanded', 'false');
    await openPanel(page);
  });
});

test('axe finds nothing in the panel', async ({ page, portal }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'ana');
  await sendNotification(portal, 'ana', { title: 'Aviso', body: 'Com um texto.' });
  await openPanel(page);
  await expect(rows(page).first()).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await test.step(theme, async () => {
      await switchTheme(page, theme);
      expect(await axeFindings(page)).toEqual([]);
    });
  }
});
