import {
  axeFindings,
  bell,
  expect,
  expectStatus,
  openPanel as open,
  type Page,
  panel,
  rows,
  sendNotification as send,
  signIn,
  test,
  toasts,
  unreadOf,
} from '../src';

const isLive = (page: Page) => expectStatus(page, 'Ao vivo');

/** The sockets that a page opens to the broker, as the test may cut them or write into them. */
async function watchSockets(page: Page) {
  const sockets: { isOpen: boolean; cut(): Promise<void>; send(frame: Buffer): void }[] = [];
  await page.routeWebSocket(/\/realtime$/, (socket) => {
    const server = socket.connectToServer();
    const watched = {
      isOpen: true,
      async cut() {
        watched.isOpen = false;
        await Promise.all([socket.close(), server.close()]);
      },
      send: (frame: Buffer) => socket.send(frame),
    };
    socket.onClose(() => {
      watched.isOpen = false;
      void server.close();
    });
    server.onClose(() => {
      watched.isOpen = false;
      void socket.close();
    });
    sockets.push(watched);
  });
  return sockets;
}

/** A publication with quality of service 0, as it goes over the wire (MQTT 3.1.1, section 3.3). */
function publication(topic: string, payload: string): Buffer {
  const name = Buffer.from(topic);
  const body = Buffer.concat([Buffer.from([name.length >> 8, name.length & 255]), name, Buffer.from(payload)]);
  const length: number[] = [];
  for (let rest = body.length; rest > 0 || length.length === 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
}

const openCount = (sockets: readonly { readonly isOpen: boolean }[]) => sockets.filter(({ isOpen }) => isOpen).length;

test('a message is in the toast, the badge and the list at once; its toast leads on and marks it read', async ({
  page,
  portal,
}) => {
  await signIn(page, 'ana');
  await open(page);
  await isLive(page);
  const unread = await unreadOf(page);
  await send(portal, 'ana', { title: 'Chamado respondido', body: 'A impressora voltou.', redirect: '/profile' });
  await expect(toasts(page)).toContainText(['A impressora voltou.']);
  await expect(rows(page).first()).toContainText('Chamado respondido');
  await expect(bell(page)).toHaveAccessibleName(new RegExp(`, ${unread + 1} não lida`));
  const popup = page.waitForEvent('popup');
  await toasts(page).getByRole('link').click();
  await expect(await popup).toHaveURL('/profile');
  await expect.poll(() => unreadOf(page)).toBe(unread);
  // Whoever follows a toast has left the panel.
  await expect(panel(page)).toHaveCount(0);
  await open(page);
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
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(bell(page)).toHaveCount(0);
  await expect.poll(() => openCount(sockets)).toBe(0);
});

test('after a connection was lost, what was sent meanwhile is in the list, and the badge is right', async ({
  page,
  portal,
}) => {
  const sockets = await watchSockets(page);
  await signIn(page, 'ana');
  await open(page);
  await isLive(page);
  const unread = await unreadOf(page);
  await sockets[0]?.cut();
  await send(portal, 'ana', { title: 'Na lacuna 1' });
  await send(portal, 'ana', { title: 'Na lacuna 2' });
  await isLive(page);
  await expect(rows(page).filter({ hasText: 'Na lacuna' })).toHaveCount(2);
  await expect.poll(() => unreadOf(page)).toBe(unread + 2);
  expect(openCount(sockets)).toBe(1);
});

test.describe('hostile messages', () => {
  test.use({ expectedErrors: /A message was dropped/ });

  test('are dropped, reported once, and break nothing', async ({ page, portal }) => {
    const sockets = await watchSockets(page);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await signIn(page, 'dora');
    await open(page);
    await isLive(page);
    const entry = { id: 1, title: 'x', created_at: new Date().toISOString() };
    const payloads = ['{', 'null', '[]', '"text"', JSON.stringify({ ...entry, title: {} }), 'x'.repeat(300_000)];
    const topic = 'notification-dora@portico.test';
    for (const payload of payloads) {
      sockets[0]?.send(publication(topic, payload));
    }
    const markup = { ...entry, id: 'm', title: '<b>Marca</b>', body: '<img src=x>', redirect: 'javascript:alert(1)' };
    const payload = JSON.stringify(markup);
    sockets[0]?.send(publication(topic, payload));
    await expect(toasts(page)).toContainText(['<b>Marca</b>']);
    await expect(toasts(page).getByRole('link')).toHaveCount(0);
    await send(portal, 'dora', { title: 'Ainda ao vivo' });
    await expect(rows(page).filter({ hasText: 'Ainda ao vivo' })).toHaveCount(1);
    expect(errors).toHaveLength(1);
  });
});

test('three tabs show one toast and three right badges', async ({ context, page, portal }) => {
  await signIn(page, 'bruno', '/hrstudium/');
  const pages = [page, await context.newPage(), await context.newPage()];
  for (const other of pages.slice(1)) await other.goto('/');
  for (const tab of pages) {
    await open(tab);
    await isLive(tab);
  }
  const unread = await unreadOf(page);
  await send(portal, 'bruno', { title: 'Curso amanhã' }, 'hrstudium');
  for (const tab of pages) await expect.poll(() => unreadOf(tab)).toBe(unread + 1);
  const shown = await Promise.all(pages.map((tab) => tab.getByText('Curso amanhã').count()));
  // In each list, and in one toast.
  expect(await Promise.all(pages.map((tab) => toasts(tab).count()))).toContain(1);
  expect((await Promise.all(pages.map((tab) => toasts(tab).count()))).filter((count) => count > 0)).toHaveLength(1);
  expect(shown.every((count) => count > 0)).toBe(true);
  await rows(pages[2] ?? page)
    .filter({ hasText: 'Curso amanhã' })
    .click();
  for (const tab of pages) await expect.poll(() => unreadOf(tab)).toBe(unread);
});

/** Playwright lets every page believe that it has the focus; from now on the one has it, and the others do not. */
async function giveFocus(pages: readonly Page[], focused: Page | undefined): Promise<void> {
  for (const page of pages) {
    await page.evaluate((hasFocus) => {
      document.hasFocus = () => hasFocus;
      window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
    }, page === focused);
  }
}

test('the tab with the focus shows the toast; without one, the system is told once', async ({
  context,
  page,
  portal,
}) => {
  await context.addInitScript(() => {
    const shown: string[] = [];
    class SystemNotification {
      static readonly permission = 'granted';
      constructor(title: string) {
        shown.push(title);
      }
    }
    Object.assign(window, { Notification: SystemNotification, shown });
  });
  const shownIn = (tab: Page) => tab.evaluate(() => Reflect.get(window, 'shown'));
  await signIn(page, 'bruno', '/hrstudium/');
  const pages = [page, await context.newPage(), await context.newPage()];
  for (const tab of pages) {
    if (tab !== page) await tab.goto('/');
    await open(tab);
    await isLive(tab);
  }
  await giveFocus(pages, page);
  await send(portal, 'bruno', { title: 'Para a primeira aba' }, 'hrstudium');
  await expect(toasts(page)).toContainText(['Para a primeira aba']);
  for (const tab of pages) await expect(tab.getByText('Para a primeira aba').first()).toBeAttached();
  expect(await Promise.all(pages.map((tab) => toasts(tab).count()))).toEqual([1, 0, 0]);
  expect(await Promise.all(pages.map(shownIn))).toEqual([[], [], []]);

  await giveFocus(pages, undefined);
  await send(portal, 'bruno', { title: 'Para o sistema' }, 'hrstudium');
  await expect.poll(() => shownIn(page)).toEqual(['Para o sistema']);
  for (const tab of pages) await expect(tab.getByText('Para o sistema').first()).toBeAttached();
  expect(await Promise.all(pages.map(shownIn))).toEqual([['Para o sistema'], [], []]);
});

test('a window of 768 pixels is not live, and follows when it becomes wider and narrower', async ({ page, portal }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  const sockets = await watchSockets(page);
  await signIn(page, 'dora');
  await open(page);
  await expect(panel(page).getByText('Desligado', { exact: true })).toBeVisible();
  expect(sockets).toHaveLength(0);
  await send(portal, 'dora', { title: 'Sem fio' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(rows(page).filter({ hasText: 'Sem fio' })).toHaveCount(1);
  await page.setViewportSize({ width: 769, height: 800 });
  await isLive(page);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(() => openCount(sockets)).toBe(0);
});

test('the panel fits a window of 320 pixels', async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'ana');
  await send(portal, 'ana', { title: 'Palavra'.repeat(20), body: 'Comprida'.repeat(80) });
  await open(page);
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
  await page.route(/\/api\/notifications\?/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const offset = Number(query.get('offset'));
    const notifications = Array.from({ length: Math.min(10, total - offset) }, (_, index) => ({
      id: total - offset - index,
      title: `Aviso ${total - offset - index}`,
      body: 'Texto de uma linha ou de mais, conforme o número. '.repeat(1 + (index % 4)),
      module: 'smsa',
      redirect: '/smsa/',
      read: 0,
      created_at: new Date(1_790_000_000_000 - offset * 1000).toISOString(),
    }));
    return route.fulfill({ json: { notifications, total, totalUnreadNotifications: total } });
  });
  await signIn(page, 'ana');
  await open(page);
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
    await open(page);
  });
});

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing in the panel, ${theme}`, async ({ page, portal }) => {
    await page.addInitScript((value) => localStorage.setItem('portico:theme', value), theme);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, 'ana');
    await send(portal, 'ana', { title: `Aviso ${theme}`, body: 'Com um texto.' });
    await open(page);
    await expect(rows(page).first()).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}
