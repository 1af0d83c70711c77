/** @jest-environment-options {"customExportConditions": ["node"]} */
import {
  allConsoles,
  changeEvent,
  formatChannelMessage,
  getNotificationTopic,
  importMapTopic,
} from '@portico/contract';
import { waitFor } from '@testing-library/dom';
import { signOut } from '../session/session';
import { startTestPortal, supportLocks, type TestPortal } from '../testing';
import { startTestBroker, type TestBroker } from '../testing/test-broker';
import { BrowserConnection } from './browser-connection';
import type { RealtimeStatus } from './relay-message';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const anasTopic = getNotificationTopic(ana.email);
const entry = { id: 1, title: 'Ticket', created_at: '2026-11-21T14:32:00.000Z' };

let broker: TestBroker;
let portal: TestPortal;

beforeAll(async () => {
  broker = await startTestBroker();
  portal = await startTestPortal({ realtime: { credentials: 'session', url: broker.address } });
});
beforeEach(async () => {
  supportLocks();
  await portal.reset();
});
afterEach(async () => {
  // Closes all tabs.
  window.dispatchEvent(new Event('pagehide'));
  broker.accept({});
  await waitFor(() => expect(broker.connected).toBe(0));
});
afterAll(async () => {
  await broker.close();
  await portal.close();
});

interface Tab {
  mapChanges: number;
  channels: (string | undefined)[];
  readonly statuses: RealtimeStatus[];
  readonly titles: string[];
  /** Wants the messages of ana; the returned function ends that. */
  listen(): () => void;
  close(): void;
}

/** A tab of the browser; all of them share the document of this test. */
function openTab(): Tab {
  const connection = new BrowserConnection();
  const tab: Tab = {
    mapChanges: 0,
    channels: [],
    statuses: [],
    titles: [],
    listen: () =>
      connection.addListener(ana.email, {
        onMessage: ({ title }) => tab.titles.push(title),
        onStatus: (status) => tab.statuses.push(status),
      }),
    close: () => connection.suspend(),
  };
  connection.addPortalListener({
    onImportMap: () => (tab.mapChanges += 1),
    onChannel: (channel) => tab.channels.push(channel),
  });
  return tab;
}

const untilSubscribedTo = (...topics: string[]) => waitFor(() => expect(broker.subscriptions).toEqual(topics));
const changeMap = () => broker.publish(importMapTopic, '{}');
const attempts = () => broker.attempts.length;

it('connects once for all tabs, and reports a possible change of the map to each of them', async () => {
  const before = attempts();
  const tabs = [openTab(), openTab(), openTab()];
  await waitFor(() => expect(tabs.map(({ mapChanges }) => mapChanges)).toEqual([1, 1, 1]));
  await changeMap();
  await waitFor(() => expect(tabs.map(({ mapChanges }) => mapChanges)).toEqual([2, 2, 2]));
  expect([broker.connected, attempts() - before]).toEqual([1, 1]);
  expect(broker.attempts.at(-1)).toMatchObject({ username: '', password: '' });
});

it('dispatches what has changed for the console: a channel, every console for the map, null after a gap', async () => {
  const changes: unknown[] = [];
  const hear = (event: Event) => changes.push(event instanceof CustomEvent && event.detail);
  window.addEventListener(changeEvent, hear);
  openTab();
  await waitFor(() => expect(changes).toEqual([null]));
  await untilSubscribedTo(importMapTopic);
  await broker.publish(importMapTopic, formatChannelMessage('mark'));
  await changeMap();
  await waitFor(() => expect(changes).toEqual([null, 'mark', allConsoles]));
  window.removeEventListener(changeEvent, hear);
});

it('tells announcements and the map apart', async () => {
  const tabs = [openTab(), openTab()];
  await waitFor(() => expect(tabs.map(({ channels }) => channels)).toEqual([[undefined], [undefined]]));
  await untilSubscribedTo(importMapTopic);
  await broker.publish(importMapTopic, 'announcements:mark');
  await waitFor(() => expect(tabs.map(({ channels }) => channels[1])).toEqual(['mark', 'mark']));
  expect(tabs.map(({ mapChanges }) => mapChanges)).toEqual([1, 1]);
  await changeMap();
  await waitFor(() => expect(tabs.map(({ mapChanges }) => mapChanges)).toEqual([2, 2]));
  expect(tabs.map(({ channels }) => channels.length)).toEqual([2, 2]);
});

it('subscribes to the topic of the user only while a tab wants it, and passes messages on to those that do', async () => {
  await portal.signIn(ana, apps);
  const [first, second] = [openTab(), openTab()];
  await untilSubscribedTo(importMapTopic);
  const end = second.listen();
  await untilSubscribedTo(anasTopic, importMapTopic);
  await waitFor(() => expect(second.statuses).toEqual(['reconnecting', 'live']));
  await broker.publish(anasTopic, JSON.stringify(entry));
  await waitFor(() => expect(second.titles).toEqual(['Ticket']));
  expect(first.titles).toEqual([]);
  // It was the same connection all the time.
  expect([first.mapChanges, second.mapChanges]).toEqual([1, 1]);
  end();
  await untilSubscribedTo(importMapTopic);
  expect(broker.attempts.at(-1)).toMatchObject({ username: ana.email, password: 'token' });
});

it('keeps its connection while the messages of the user are not wanted, and when they are wanted again', async () => {
  await portal.signIn(ana, apps);
  const before = attempts();
  const tab = openTab();
  for (let round = 1; round <= 3; round += 1) {
    // As a window does that becomes wide, and narrow again.
    const end = tab.listen();
    await untilSubscribedTo(anasTopic, importMapTopic);
    await waitFor(() => expect(tab.statuses.at(-1)).toBe('live'));
    end();
    await untilSubscribedTo(importMapTopic);
  }
  expect([broker.connected, attempts() - before]).toEqual([1, 1]);
});

it('leaves the connection to the next tab, and all tabs treat that as a gap', async () => {
  await portal.signIn(ana, apps);
  const [leader, second, third] = [openTab(), openTab(), openTab()];
  for (const tab of [second, third]) tab.listen();
  await waitFor(() => expect(third.statuses.at(-1)).toBe('live'));
  leader.close();
  await waitFor(() => expect([second.mapChanges, third.mapChanges]).toEqual([2, 2]));
  await waitFor(() => expect(third.statuses).toEqual(['reconnecting', 'live', 'reconnecting', 'live']));
  expect(broker.connected).toBe(1);
  await changeMap();
  await waitFor(() => expect([second.mapChanges, third.mapChanges]).toEqual([3, 3]));
  expect(leader.mapChanges).toBe(1);
});

it('reconnects, and all tabs treat that as a gap', async () => {
  await portal.signIn(ana, apps);
  const tabs = [openTab(), openTab()];
  for (const tab of tabs) tab.listen();
  await waitFor(() => expect(tabs.map(({ statuses }) => statuses.at(-1))).toEqual(['live', 'live']));
  broker.drop();
  await waitFor(() => expect(tabs.map(({ mapChanges }) => mapChanges)).toEqual([2, 2]));
  for (const { statuses } of tabs) {
    await waitFor(() => expect(statuses).toEqual(['reconnecting', 'live', 'reconnecting', 'live']));
  }
});

it('continues with the credentials of the signed-in user', async () => {
  const tab = openTab();
  await untilSubscribedTo(importMapTopic);
  await portal.signIn(ana, apps);
  tab.listen();
  await waitFor(() => expect(tab.statuses.at(-1)).toBe('live'));
  expect(broker.attempts.at(-1)).toMatchObject({ username: ana.email });
  await signOut();
  await waitFor(() => expect(broker.attempts.at(-1)).toMatchObject({ username: '' }));
  await untilSubscribedTo(importMapTopic);
  expect(broker.connected).toBe(1);
  const before = tab.mapChanges;
  await broker.publish(anasTopic, JSON.stringify(entry));
  await changeMap();
  await waitFor(() => expect(tab.mapChanges).toBeGreaterThan(before));
  expect(tab.titles).toEqual([]);
});

it('continues without a session while the session is expired', async () => {
  await portal.signIn(ana, apps);
  openTab().listen();
  await untilSubscribedTo(anasTopic, importMapTopic);
  await portal.expire();
  await untilSubscribedTo(importMapTopic);
  expect(broker.attempts.at(-1)).toMatchObject({ username: '' });
});

it('drops messages that cannot be read, and reports them once', async () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {});
  await portal.signIn(ana, apps);
  const tabs = [openTab(), openTab()];
  for (const tab of tabs) tab.listen();
  await waitFor(() => expect(tabs.map(({ statuses }) => statuses.at(-1))).toEqual(['live', 'live']));
  for (const payload of ['{', 'null', JSON.stringify({ ...entry, title: {} })])
    await broker.publish(anasTopic, payload);
  await broker.publish(anasTopic, JSON.stringify(entry));
  for (const { titles } of tabs) await waitFor(() => expect(titles).toEqual(['Ticket']));
  expect(error.mock.calls.map(([message]) => message)).toEqual(['A message was dropped. [portico] @portico/shared:']);
  error.mockRestore();
});

it('says nothing of a broker that refuses browsers without a session', async () => {
  broker.accept({ password: 'token' });
  const tab = openTab();
  const before = attempts();
  await waitFor(() => expect(attempts()).toBe(before + 2));
  await portal.signIn(ana, apps);
  tab.listen();
  await waitFor(() => expect(tab.statuses.at(-1)).toBe('live'));
});

it.each([
  ['put away', () => window, 'pagehide', 'pageshow'],
  ['frozen', () => document, 'freeze', 'resume'],
])('closes the connection when the page is %s, and treats its return as a gap', async (_how, getTarget, end, begin) => {
  const tab = openTab();
  await waitFor(() => expect(tab.mapChanges).toBe(1));
  getTarget().dispatchEvent(new Event(end));
  await waitFor(() => expect(broker.connected).toBe(0));
  getTarget().dispatchEvent(new Event(begin));
  await waitFor(() => expect(tab.mapChanges).toBe(2));
});

it('takes the lead from a tab that does not answer', async () => {
  // It holds the lock, and is asleep.
  navigator.locks.request('portico:realtime', () => new Promise(() => {})).catch(() => {});
  const tab = openTab();
  await waitFor(() => expect(tab.mapChanges).toBe(1));
  await changeMap();
  await waitFor(() => expect(tab.mapChanges).toBe(2));
});

it.each([
  ['there are none', () => Reflect.deleteProperty(navigator, 'locks')],
  [
    'they are denied',
    () => Object.assign(navigator.locks, { request: () => Promise.reject(new DOMException('', 'SecurityError')) }),
  ],
])('connects each tab for itself where there are no locks: %s', async (_, takeLocks) => {
  takeLocks();
  const tabs = [openTab(), openTab()];
  await waitFor(() => expect(tabs.map(({ mapChanges }) => mapChanges)).toEqual([1, 1]));
  await changeMap();
  await waitFor(() => expect(tabs.map(({ mapChanges }) => mapChanges)).toEqual([2, 2]));
  expect(broker.connected).toBe(2);
});
