import { accountPart } from '@portico/shared';
import { startTestPortal, type TestPortal } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { joinTabs, type Tabs } from './tabs';

let portal: TestPortal;
let joined: Tabs[];
let acted: string[];

beforeAll(async () => {
  portal = await startTestPortal();
  await accountPart.load();
});
beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, [
    { name: 'SMSA', module: 'smsa', description: '' },
  ]);
  joined = [];
  acted = [];
});
afterEach(() => {
  for (const tabs of joined) tabs.leave();
  jest.restoreAllMocks();
});
afterAll(() => portal.close());

/** Tabs of one document stand for those of a browser; each has the focus, or not, when it joins. */
function join(hasFocus: boolean): Tabs {
  jest.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  const tabs = joinTabs();
  joined.push(tabs);
  return tabs;
}

/** What was posted until now has arrived everywhere. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

function tellAll(tabs: Record<string, Tabs>, id = 'message'): void {
  for (const [name, tab] of Object.entries(tabs)) tab.inOne(id, () => acted.push(name));
}

it('acts in the tab that had the focus last, once', async () => {
  const tabs = { first: join(false), second: join(true), third: join(false) };
  await settled();
  tellAll(tabs);
  tellAll(tabs);
  await waitFor(() => expect(acted).toEqual(['second']));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(acted).toEqual(['second']);
});

it('acts in another tab once that one has left', async () => {
  const first = join(true);
  const second = join(false);
  await settled();
  first.leave();
  await settled();
  tellAll({ second });
  await waitFor(() => expect(acted).toEqual(['second']));
});

it('acts within a moment, and once, when the tab that should is gone without a word', async () => {
  const tabs = { first: join(false), second: join(false) };
  const { post, close } = accountPart.get().openTabChannel(() => undefined);
  post({ type: 'HERE', tab: 'gone', focusedAt: Date.now() + 1_000 });
  await settled();
  const start = performance.now();
  tellAll(tabs);
  await waitFor(() => expect(acted).toHaveLength(1), { interval: 5 });
  expect(performance.now() - start).toBeLessThan(200);
  // The next time, nobody waits for it.
  tellAll(tabs, 'another');
  await waitFor(() => expect(acted).toHaveLength(2));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(acted).toHaveLength(2);
  close();
});

it('acts at once in a tab that has the focus, whatever the others last said', async () => {
  const tab = join(false);
  const { post, close } = accountPart.get().openTabChannel(() => undefined);
  post({ type: 'HERE', tab: 'other', focusedAt: Date.now() + 1_000 });
  await settled();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  tellAll({ tab });
  expect(acted).toEqual(['tab']);
  close();
});

it('ignores what is no message of a tab', async () => {
  const tab = join(false);
  const channel = new BroadcastChannel('portico:notifications:ana@portico.test');
  for (const message of ['text', null, { type: 'HERE' }, { type: 'TAKEN', tab: 'x', id: 1 }])
    channel.postMessage(message);
  await settled();
  tellAll({ tab });
  expect(acted).toEqual(['tab']);
  channel.close();
});
