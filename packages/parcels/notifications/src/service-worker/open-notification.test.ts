/** @jest-environment node */
import { deleteBinding, takeOpened, writeBinding } from '../push/push-store';
import { supportCaches } from '../testing/caches';
import { TestPage, TestWorker } from '../testing/worker';
import { openNotification } from './open-notification';

const origin = 'https://smsa.portal.test';

beforeEach(async () => {
  supportCaches();
  await writeBinding({ recipient: 'ana', unreadableText: 'News' });
});

/** Clicks a notification, and tells whether it was closed. */
async function click(worker: TestWorker, data: unknown): Promise<boolean> {
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  await openNotification({ data, close }, worker.scope);
  return isClosed;
}

it.each([
  ['/smsa/7?tab=1#top', `${origin}/smsa/7?tab=1#top`],
  ['https://elsewhere.test/x', 'https://elsewhere.test/x'],
])('opens %s in a new tab', async (redirect, address) => {
  const page = new TestPage(`${origin}/smsa`);
  const worker = new TestWorker([page]);
  expect(await click(worker, { id: '7', redirect })).toBe(true);
  expect(worker.opened).toEqual([address]);
  expect(page.hasBeenFocused).toBe(false);
});

it.each(['/smsa/7', '/%73msa/%37'])('focuses the tab that has the address %s open already', async (redirect) => {
  const [other, there] = [new TestPage(`${origin}/`), new TestPage(`${origin}/smsa/7`)];
  const worker = new TestWorker([other, there]);
  await click(worker, { id: '7', redirect });
  expect(there.hasBeenFocused).toBe(true);
  expect(worker.opened).toEqual([]);
});

it('does not wait for a tab that does not answer', async () => {
  const worker = new TestWorker([new TestPage(`${origin}/smsa/7`, { answers: false })]);
  await click(worker, { id: '7', redirect: '/smsa/7' });
  expect(worker.opened).toEqual([`${origin}/smsa/7`]);
});

it.each(['', 'undefined', 'null', 'javascript:alert(1)', '//evil.test', '/\\evil.test', 'data:text/html,x', 'smsa'])(
  'does not open %j',
  async (redirect) => {
    const worker = new TestWorker();
    await click(worker, { id: '7', redirect });
    expect(worker.opened).toEqual([]);
  },
);

it('focuses the portal if a notification has no address', async () => {
  const page = new TestPage(`${origin}/`);
  await click(new TestWorker([page]), undefined);
  expect(page.hasBeenFocused).toBe(true);
});

it('has it marked as read once, by a page or later', async () => {
  const page = new TestPage(`${origin}/`);
  await click(new TestWorker([page]), { id: 'a/7', redirect: '' });
  expect(page.received).toContainEqual({ type: 'OPENED' });
  expect(await Promise.all([takeOpened(), takeOpened()])).toEqual([['a/7'], []]);
});

it('leaves nothing behind for the next user', async () => {
  await deleteBinding();
  await click(new TestWorker(), { id: '7', redirect: '' });
  expect(await takeOpened()).toEqual([]);
});
