import { supportLocks, testPortal } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { joinTabs, openTabChannel, type Tabs } from './tabs';

const channelName = 'portico:notifications:ana@portico.test';
const portal = testPortal();
let joined: Tabs[];
let ran: string[];

beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [
    { name: 'SMSA', module: 'smsa', description: '' },
  ]);
  joined = [];
  ran = [];
  // The delays alone would not decide on a busy machine.
  supportLocks();
});
afterEach(() => {
  for (const tabs of joined) tabs.leave();
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

/** Tabs of one document stand for those of a browser; each has the focus, or not, when it joins. */
function join(hasFocus: boolean): Tabs {
  jest.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  const tabs = joinTabs();
  joined.push(tabs);
  return tabs;
}

/** Waits until all tabs have what was posted until now, and the answers to it. */
async function settled(): Promise<void> {
  const [sender, receiver] = [new BroadcastChannel(channelName), new BroadcastChannel(channelName)];
  // Messages arrive in order, so the second marker is behind the answers.
  for (const marker of ['first', 'second']) {
    const arrived = new Promise<void>((resolve) => {
      receiver.onmessage = ({ data }) => data === marker && resolve();
    });
    sender.postMessage(marker);
    await arrived;
  }
  sender.close();
  receiver.close();
}

function runInAll(tabs: Record<string, Tabs>, id = 'message'): void {
  for (const [name, tab] of Object.entries(tabs)) tab.runInOneTab(id, () => ran.push(name));
}

it('runs a task once, in the tab that had the focus last', async () => {
  const tabs = { first: join(false), second: join(true), third: join(false) };
  await settled();
  runInAll(tabs);
  runInAll(tabs);
  await waitFor(() => expect(ran).toEqual(['second']));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(ran).toEqual(['second']);
});

it('runs a task in another tab once that one has left', async () => {
  const first = join(true);
  const second = join(false);
  await settled();
  first.leave();
  await settled();
  runInAll({ second });
  await waitFor(() => expect(ran).toEqual(['second']));
});

it('runs a task soon, and once, when the tab that should has disappeared without a message', async () => {
  const tabs = { first: join(false), second: join(false) };
  const { post, close } = openTabChannel(() => undefined);
  post({ type: 'HERE', tab: 'gone', focusedAt: Date.now() + 1_000 });
  await settled();
  runInAll(tabs);
  await waitFor(() => expect(ran).toHaveLength(1));
  // The next task does not wait for it.
  runInAll(tabs, 'another');
  await waitFor(() => expect(ran).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(ran).toHaveLength(2);
  close();
});

it('runs a task immediately in the focused tab, regardless of the other tabs’ messages', async () => {
  const tab = join(false);
  const { post, close } = openTabChannel(() => undefined);
  post({ type: 'HERE', tab: 'other', focusedAt: Date.now() + 1_000 });
  await settled();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  runInAll({ tab });
  expect(ran).toEqual(['tab']);
  close();
});

it('tells the other tabs what it has taken, and takes nothing of theirs', async () => {
  const received: unknown[] = [];
  const { post, close } = openTabChannel((message) => received.push(message));
  const tab = join(true);
  post({ type: 'TAKEN', tab: 'other', id: 'of another tab' });
  await settled();
  runInAll({ tab }, 'of another tab');
  runInAll({ tab }, 'message');
  await settled();
  expect(ran).toEqual(['tab']);
  expect(received).toContainEqual({ type: 'TAKEN', tab: expect.any(String), id: 'message' });
  close();
});

it('ignores anything that is not a message of a tab', async () => {
  const tab = join(false);
  const channel = new BroadcastChannel(channelName);
  for (const message of ['text', null, { type: 'HERE' }, { type: 'TAKEN', tab: 'x', id: 1 }])
    channel.postMessage(message);
  await settled();
  runInAll({ tab });
  expect(ran).toEqual(['tab']);
  channel.close();
});

it('runs a task in another tab when one leaves before its claim is granted', async () => {
  const { request } = navigator.locks;
  let grant = () => {};
  const isGranted = new Promise<void>((resolve) => (grant = resolve));
  jest.spyOn(navigator.locks, 'request').mockImplementationOnce(async (...args: unknown[]) => {
    await isGranted;
    return Reflect.apply(request, navigator.locks, args);
  });
  const first = join(true);
  runInAll({ first });
  first.leave();
  grant();
  await settled();
  runInAll({ second: join(true) });
  await waitFor(() => expect(ran).toEqual(['second']));
});

it('runs a task where the browser denies locks', async () => {
  const request = () => Promise.reject(new DOMException('', 'SecurityError'));
  Object.assign(navigator, { locks: { request } });
  runInAll({ only: join(true) });
  await waitFor(() => expect(ran).toEqual(['only']));
});
