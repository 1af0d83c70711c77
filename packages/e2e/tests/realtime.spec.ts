import {
  test as base,
  expect,
  expectStatus,
  freePort,
  NetworkLine,
  openPanel,
  type Page,
  PortalProcess,
  rows,
  sendNotification,
  signIn,
  toasts,
  unreadAtServer,
  unreadOf,
} from '../src';

interface BrokenPortal {
  readonly portal: PortalProcess;
  readonly line: NetworkLine;
}

/** A portal whose broker is reached over a line of its own, so that pages and API stay while the broker goes away. */
const test = base.extend<{ line: NetworkLine }, { broken: BrokenPortal }>({
  broken: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const port = await freePort();
      const line = await NetworkLine.to(port);
      const portal = await PortalProcess.start({
        port,
        configuration: { realtime: { url: `ws://localhost:${line.port}/realtime` } },
        environment: { PORTICO_ALLOWED_ORIGINS: `http://localhost:${port}` },
      });
      await use({ portal, line });
      await line.stop();
      expect(await portal.stop()).toBe(0);
    },
    { scope: 'worker' },
  ],
  portal: [({ broken }, use) => use(broken.portal), { scope: 'worker' }],
  line: async ({ broken: { line } }, use) => {
    line.comeBack();
    // The pages of the test before may still be closing.
    await expect.poll(() => line.open).toBe(0);
    line.dials.length = 0;
    await use(line);
  },
  // What a browser says of a broker that is away.
  expectedErrors: /WebSocket|Erro ao conectar MQTT/,
});

async function openLive(page: Page): Promise<void> {
  await openPanel(page);
  await expectStatus(page, 'Ao vivo');
}

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
      const known = /portico-[\da-f-]{36}/.test(sent);
      sent += payload.toString();
      const [id] = /portico-[\da-f-]{36}/.exec(sent) ?? [];
      if (id && !known) ids.push(id);
    });
  });
  return ids;
}

const listFetch = /\/api\/notifications\?/;

test('while the broker is away it is tried every second; then lists and badge are right', async ({
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
  await expect.poll(() => unreadOf(page)).toBe(await unreadAtServer(portal, 'ana'));
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

test('a restart of the server is survived without a sign-in', async ({ page, portal, line }) => {
  await signIn(page, 'ana');
  await openLive(page);
  await portal.restart(() => expectStatus(page, 'Reconectando'));
  await expectStatus(page, 'Ao vivo');
  await sendNotification(portal, 'ana', { title: 'Depois do reinício' });
  await expect(toasts(page)).toContainText(['Depois do reinício']);
  await expect.poll(() => unreadOf(page)).toBe(await unreadAtServer(portal, 'ana'));
  expect(line.open).toBe(1);
});

for (const [name, lose] of [
  ['is cut', (line: NetworkLine) => line.cut()],
  ['falls silent', (line: NetworkLine) => line.fallSilent()],
] as const) {
  test(`a connection that ${name} while the page sleeps is back within 5 s of its awakening`, async ({
    context,
    page,
    portal,
    line,
  }) => {
    await signIn(page, 'bruno', '/hrstudium/');
    await openLive(page);
    const unread = await unreadOf(page);
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
    await expect.poll(() => unreadOf(page)).toBe(unread + 2);
    await sendNotification(portal, 'bruno', { title: 'Acordada' }, 'hrstudium');
    // What was missed is in the list, and is no news any more.
    await expect(toasts(page)).toHaveText([/Acordada/]);
    expect(line.dials).toHaveLength(2);
  });
}

test('a duplicated tab and a third one stay connected by names of their own; signing out leaves no connection', async ({
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
  // A name in common would have thrown the first one out at the arrival of the second, which dials again then.
  expect([line.open, line.dials.length]).toEqual([3, 3]);
  expect(new Set([...ids, ...otherIds.flat()]).size).toBe(3);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect.poll(() => line.open).toBe(0);
  expect(line.dials).toHaveLength(3);
});

test.describe('a broker that refuses', () => {
  /** Refuses the next ones who sign in (MQTT 3.1.1, section 3.2: bad user name or password); then the real one answers. */
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

  test('an old token is let in with the next one, after one refresh', async ({ page, line }) => {
    const attempts = await refuse(page, 1);
    const refreshes = countRefreshes(page);
    await signIn(page, 'ana');
    await openLive(page);
    expect([attempts.length, refreshes.count, line.open]).toEqual([2, 1, 1]);
  });

  test('is tried once more with a new token, then once a minute at most, and is off', async ({ page, line }) => {
    await page.clock.install();
    const attempts = await refuse(page, Number.POSITIVE_INFINITY);
    const refreshes = countRefreshes(page);
    await signIn(page, 'ana');
    await openPanel(page);
    await expectStatus(page, 'Desligado');
    expect([new Set(attempts).size, refreshes.count]).toEqual([2, 1]);
    for (let known = 2; known <= 4; known += 1) {
      // Nor does an awakening hurry it.
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
