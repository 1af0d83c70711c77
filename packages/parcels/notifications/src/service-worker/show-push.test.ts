/** @jest-environment node */
import type { PushData } from '@portico/contract';
import { deleteBinding, writeBinding } from '../push/push-store';
import { supportCaches } from '../testing/caches';
import { TestPage, TestWorker } from '../testing/worker';
import { showPush } from './show-push';

const message: PushData = {
  id: '7',
  title: 'Ticket',
  body: 'Body',
  icon: '',
  module: 'smsa',
  redirect: '/smsa/7',
  recipient: 'ana',
};
const address = 'https://smsa.portal.test/';
const safari = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

beforeEach(async () => {
  supportCaches();
  await writeBinding({ recipient: 'ana', unreadableText: 'News' });
});

it('shows one notification with the sent content, tagged by its id', async () => {
  const worker = new TestWorker();
  await showPush(message, worker.scope);
  expect(worker.shown).toEqual([
    {
      title: 'Ticket',
      options: {
        tag: 'notification:7',
        body: 'Body',
        icon: '/media/apps/smsa/notification.png',
        data: { id: '7', redirect: '/smsa/7' },
      },
    },
  ]);
});

it('cuts long texts between the characters that users see', async () => {
  const worker = new TestWorker();
  await showPush({ ...message, title: '🇧🇷'.repeat(201), body: `b${'😀'.repeat(900)}` }, worker.scope);
  expect(worker.shown[0]).toMatchObject({
    title: `${'🇧🇷'.repeat(200)}…`,
    options: { body: `b${'😀'.repeat(499)}…` },
  });
});

it('has the picture of a module for notifications, and works without a module', async () => {
  const worker = new TestWorker();
  for (const module of ['smsa', '../evil', '']) await showPush({ ...message, module }, worker.scope);
  expect(worker.shown.map(({ options }) => options.icon)).toEqual([
    '/media/apps/smsa/notification.png',
    '/media/apps/..%2Fevil/notification.png',
    undefined,
  ]);
});

it('has the focused page show it, and tells the others', async () => {
  const [front, other] = [new TestPage(address, { focused: true }), new TestPage(address)];
  const worker = new TestWorker([other, front]);
  await showPush(message, worker.scope);
  expect(worker.shown).toEqual([]);
  expect(front.received).toMatchObject([{ type: 'SHOW_PUSH', message }]);
  expect(other.received).toEqual([{ type: 'PUSH', message }]);
});

it.each([
  ['no page is focused', new TestPage(address), undefined],
  ['the focused page does not answer', new TestPage(address, { focused: true, answers: false }), undefined],
  ['Apple demands it', new TestPage(address, { focused: true }), safari],
])('shows it when %s', async (_case, page, userAgent) => {
  const worker = new TestWorker([page], userAgent);
  await showPush(message, worker.scope);
  expect(worker.shown).toHaveLength(1);
  expect(page.received).toHaveLength(1);
});

it('does not show a push for another user', async () => {
  const page = new TestPage(address, { focused: true });
  const worker = new TestWorker([page]);
  await showPush({ ...message, recipient: 'bruno' }, worker.scope);
  expect(worker.shown).toEqual([]);
  expect(page.received).toEqual([]);
  expect(worker.isSubscribed).toBe(true);
});

it('shows nothing when the user signs out while the focused page is asked', async () => {
  const page = new TestPage(address, { focused: true, answers: false });
  jest.spyOn(page, 'postMessage').mockImplementation(() => void deleteBinding());
  const worker = new TestWorker([page]);
  await showPush(message, worker.scope);
  expect(page.postMessage).toHaveBeenCalledTimes(1);
  expect(worker.shown).toEqual([]);
});

it('shows nothing without a signed-in user, and ends the subscription', async () => {
  await deleteBinding();
  const worker = new TestWorker();
  await showPush({ ...message, recipient: 'ana' }, worker.scope);
  await showPush(undefined, worker.scope);
  expect(worker.shown).toEqual([]);
  expect(worker.isSubscribed).toBe(false);
});

it('shows a general text if it cannot be read', async () => {
  const worker = new TestWorker();
  await showPush(undefined, worker.scope);
  expect(worker.shown).toEqual([{ title: 'News', options: { tag: 'notification:' } }]);
});
