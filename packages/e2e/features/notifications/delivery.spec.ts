import { signIn, startSession } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import { openCount, watchSockets, watchTopics } from './broker-sockets';
import {
  bell,
  countUnread,
  expectStatus,
  openLive,
  rows,
  sendNotification,
  toasts,
  waitForUnread,
} from './notification-panel';

test('after a lost connection, the list and the badge include the missed notifications', async ({ page, portal }) => {
  const sockets = await watchSockets(page);
  await signIn(page, 'ana');
  await openLive(page);
  const unread = await waitForUnread(page, portal, 'ana');
  await sockets[0]?.cut();
  await sendNotification(portal, 'ana', { title: 'Na lacuna 1' });
  await sendNotification(portal, 'ana', { title: 'Na lacuna 2' });
  await expectStatus(page, 'Ao vivo');
  await expect(rows(page).filter({ hasText: 'Na lacuna' })).toHaveCount(2);
  await expect.poll(() => countUnread(page)).toBe(unread + 2);
  expect(openCount(sockets)).toBe(1);
});

test('only the focused of two tabs shows a toast, and both badges are right', async ({ context, page, portal }) => {
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
  const tabs = await openTwoTabs(page);
  const toastCounts = (text: string) => Promise.all(tabs.map((tab) => toasts(tab).filter({ hasText: text }).count()));
  const toldSystem = () => Promise.all(tabs.map((tab) => tab.evaluate(() => Reflect.get(window, 'shown'))));
  const expectInLists = async (text: string) => {
    for (const tab of tabs) await expect(rows(tab).filter({ hasText: text })).toHaveCount(1);
  };
  const unread = await waitForUnread(page, portal, 'bruno');

  await test.step('both tabs report focus', async () => {
    await sendNotification(portal, 'bruno', { title: 'Curso amanhã' }, 'hrstudium');
    for (const tab of tabs) await expect.poll(() => countUnread(tab)).toBe(unread + 1);
    await expectInLists('Curso amanhã');
    await expect.poll(async () => (await toastCounts('Curso amanhã')).toSorted()).toEqual([0, 1]);
    await rows(tabs[1]).filter({ hasText: 'Curso amanhã' }).click();
    for (const tab of tabs) await expect.poll(() => countUnread(tab)).toBe(unread);
  });

  await test.step('the first tab has the focus', async () => {
    await giveFocus(tabs, page);
    await sendNotification(portal, 'bruno', { title: 'Para a primeira aba' }, 'hrstudium');
    await expect(toasts(page)).toContainText(['Para a primeira aba']);
    await expectInLists('Para a primeira aba');
    expect(await toastCounts('Para a primeira aba')).toEqual([1, 0]);
    expect(await toldSystem()).toEqual([[], []]);
  });

  await test.step('no tab has the focus, and the system shows one notification', async () => {
    await giveFocus(tabs, undefined);
    await sendNotification(portal, 'bruno', { title: 'Para o sistema' }, 'hrstudium');
    // Usually the first tab shows it, because it had the focus last; the tabs do not wait for a slow one.
    await expect.poll(async () => (await toldSystem()).flat()).toEqual(['Para o sistema']);
    await expectInLists('Para o sistema');
    expect((await toldSystem()).flat()).toEqual(['Para o sistema']);
  });
});

test('one connection serves pages without the top bar, the bar that comes and goes, and every width; up to 768 pixels it is not live', async ({
  page,
  portal,
  user,
}) => {
  const topics = watchTopics(page);
  const topic = `notification-${user.email}`;
  let dials = 0;
  page.on('websocket', (socket) => {
    if (socket.url().endsWith('/realtime')) dials += 1;
  });
  await startSession(page, user);
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/smsa/tickets/evaluation');
  await expect.poll(() => topics.has('portico-import-map')).toBe(true);
  expect(topics.has(topic)).toBe(false);
  await page.setViewportSize({ width: 769, height: 800 });
  await expect.poll(() => topics.has(topic)).toBe(true);
  await sendNotification(portal, user, { title: 'Sem barra' });
  await expect(toasts(page)).toContainText(['Sem barra']);
  await expect(bell(page)).toBeHidden();

  await page.evaluate(() => history.pushState({}, '', '/profile'));
  await openLive(page);
  await page.setViewportSize({ width: 768, height: 800 });
  await expectStatus(page, 'A cada minuto');
  await expect.poll(() => topics.has(topic)).toBe(false);
  await sendNotification(portal, user, { title: 'Sem fio' });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(rows(page).filter({ hasText: 'Sem fio' })).toHaveCount(1);
  await page.setViewportSize({ width: 769, height: 800 });
  await expectStatus(page, 'Ao vivo');
  expect(topics.has(topic)).toBe(true);
  await page.goBack();
  await expect(bell(page)).toBeHidden();
  await sendNotification(portal, user, { title: 'De volta' });
  await expect(toasts(page).filter({ hasText: 'De volta' })).toHaveCount(1);
  expect([dials, topics.connections]).toEqual([1, 1]);
});

/** Two tabs of one user with a live, open panel. */
async function openTwoTabs(page: Page): Promise<[Page, Page]> {
  await signIn(page, 'bruno', '/hrstudium/');
  const other = await page.context().newPage();
  await other.goto('/');
  for (const tab of [page, other]) await openLive(tab);
  return [page, other];
}

/** Gives one page the focus and takes it from the others: with Playwright every page reports focus. */
async function giveFocus(pages: readonly Page[], focused: Page | undefined): Promise<void> {
  for (const page of pages) {
    await page.evaluate((hasFocus) => {
      document.hasFocus = () => hasFocus;
      window.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'));
    }, page === focused);
  }
}
