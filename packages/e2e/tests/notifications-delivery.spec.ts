import {
  expect,
  expectStatus,
  openCount,
  openLive,
  openPanel,
  type Page,
  publication,
  rows,
  sendNotification,
  signIn,
  test,
  toasts,
  unreadOf,
  watchSockets,
} from '../src';

test('after a connection was lost, what was sent meanwhile is in the list, and the badge is right', async ({
  page,
  portal,
}) => {
  const sockets = await watchSockets(page);
  await signIn(page, 'ana');
  await openLive(page);
  const unread = await unreadOf(page);
  await sockets[0]?.cut();
  await sendNotification(portal, 'ana', { title: 'Na lacuna 1' });
  await sendNotification(portal, 'ana', { title: 'Na lacuna 2' });
  await expectStatus(page, 'Ao vivo');
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
    await openLive(page);
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
    await sendNotification(portal, 'dora', { title: 'Ainda ao vivo' });
    await expect(rows(page).filter({ hasText: 'Ainda ao vivo' })).toHaveCount(1);
    expect(errors).toHaveLength(1);
  });
});

test('three tabs show one toast, the one with the focus if there is one, and three right badges', async ({
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
  const tabs = await openThreeTabs(page);
  const toastCounts = (text: string) => Promise.all(tabs.map((tab) => toasts(tab).filter({ hasText: text }).count()));
  const toldSystem = () => Promise.all(tabs.map((tab) => tab.evaluate(() => Reflect.get(window, 'shown'))));
  const expectInLists = async (text: string) => {
    for (const tab of tabs) await expect(rows(tab).filter({ hasText: text })).toHaveCount(1);
  };
  const unread = await unreadOf(page);

  await test.step('each believes that it has the focus', async () => {
    await sendNotification(portal, 'bruno', { title: 'Curso amanhã' }, 'hrstudium');
    for (const tab of tabs) await expect.poll(() => unreadOf(tab)).toBe(unread + 1);
    await expectInLists('Curso amanhã');
    await expect.poll(async () => (await toastCounts('Curso amanhã')).toSorted()).toEqual([0, 0, 1]);
    await rows(tabs[2] ?? page)
      .filter({ hasText: 'Curso amanhã' })
      .click();
    for (const tab of tabs) await expect.poll(() => unreadOf(tab)).toBe(unread);
  });

  await test.step('the first has it', async () => {
    await giveFocus(tabs, page);
    await sendNotification(portal, 'bruno', { title: 'Para a primeira aba' }, 'hrstudium');
    await expect(toasts(page)).toContainText(['Para a primeira aba']);
    await expectInLists('Para a primeira aba');
    expect(await toastCounts('Para a primeira aba')).toEqual([1, 0, 0]);
    expect(await toldSystem()).toEqual([[], [], []]);
  });

  await test.step('none has it, and the system is told once', async () => {
    await giveFocus(tabs, undefined);
    await sendNotification(portal, 'bruno', { title: 'Para o sistema' }, 'hrstudium');
    // As a rule by the first, which had the focus last; one that is slow is not waited for.
    await expect.poll(async () => (await toldSystem()).flat()).toEqual(['Para o sistema']);
    await expectInLists('Para o sistema');
    expect((await toldSystem()).flat()).toEqual(['Para o sistema']);
  });
});

test('a window of 768 pixels is not live, and follows when it becomes wider and narrower', async ({ page, portal }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  const sockets = await watchSockets(page);
  await signIn(page, 'dora');
  await openPanel(page);
  await expectStatus(page, 'A cada minuto');
  expect(sockets).toHaveLength(0);
  await sendNotification(portal, 'dora', { title: 'Sem fio' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(rows(page).filter({ hasText: 'Sem fio' })).toHaveCount(1);
  await page.setViewportSize({ width: 769, height: 800 });
  await expectStatus(page, 'Ao vivo');
  await page.setViewportSize({ width: 768, height: 800 });
  await expect.poll(() => openCount(sockets)).toBe(0);
});

/** Three tabs of one user whose panel is open and live. */
async function openThreeTabs(page: Page): Promise<Page[]> {
  await signIn(page, 'bruno', '/hrstudium/');
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  for (const tab of tabs) {
    if (tab !== page) await tab.goto('/');
    await openLive(tab);
  }
  return tabs;
}

/** Playwright lets every page believe that it has the focus; from now on the one has it, and the others do not. */
async function giveFocus(pages: readonly Page[], focused: Page | undefined): Promise<void> {
  for (const page of pages) {
    await page.evaluate((hasFocus) => {
      document.hasFocus = () => hasFocus;
      window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
    }, page === focused);
  }
}
