import type { Notification } from '@portico/contract';
import {
  appendPage,
  getNextPage,
  hasMore,
  keepFirstPage,
  markRead,
  type NotificationList,
  replaceFirstPage,
} from './notification-list';

const notification = (id: number, read = false): Notification => ({
  id,
  title: `Ticket ${id}`,
  body: '',
  icon: '',
  module: '',
  redirect: '',
  read,
  createdAt: '2026-11-21T14:32:00.000Z',
});

/** Newest first: `from` down to `to`. */
const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => notification(from - index));
const page = (from: number, to: number, total: number, unread = total) => ({
  notifications: range(from, to),
  total,
  unread,
});
const getIds = ({ notifications }: NotificationList) => notifications.map(({ id }) => id);
const getIdsOfRange = (from: number, to: number) => range(from, to).map(({ id }) => id);

const first = replaceFirstPage(undefined, page(25, 16, 25));
const both = appendPage(first, page(15, 6, 25), 1);

it('continues where it ends, until it is complete', () => {
  expect([hasMore(first), getNextPage(first)]).toEqual([true, 1]);
  expect([hasMore(both), getNextPage(both)]).toEqual([true, 2]);
  const all = appendPage(both, page(5, 1, 25), 2);
  expect(getIds(all)).toEqual(getIdsOfRange(25, 1));
  expect(hasMore(all)).toBe(false);
});

it('is complete although a malformed entry was dropped', () => {
  const list = replaceFirstPage(undefined, { notifications: range(10, 2), total: 10, unread: 10 });
  expect(hasMore(list)).toBe(false);
});

it('keeps its later pages when new entries arrive, without duplicates', () => {
  const list = replaceFirstPage(both, page(27, 18, 27));
  expect(getIds(list)).toEqual(getIdsOfRange(27, 6));
  expect(list.total).toBe(27);
  const more = appendPage(list, page(7, 1, 27), getNextPage(list));
  expect(getIds(more)).toEqual(getIdsOfRange(27, 1));
  expect(hasMore(more)).toBe(false);
});

it('starts over when the new page does not overlap it', () => {
  const list = replaceFirstPage(both, page(60, 51, 60));
  expect(getIds(list)).toEqual(getIdsOfRange(60, 51));
  expect(getNextPage(list)).toBe(1);
});

it('drops what was read elsewhere from the unread ones', () => {
  const without24 = { ...page(25, 15, 24), notifications: range(25, 15).filter(({ id }) => id !== 24) };
  const list = replaceFirstPage(both, without24);
  expect(getIds(list)).toEqual([25, ...getIdsOfRange(23, 6)]);
  expect(getNextPage(list)).toBe(1);
});

it('can be cut to its first page', () => {
  expect(getIds(keepFirstPage(both))).toEqual(getIdsOfRange(25, 16));
  expect(getNextPage(keepFirstPage(both))).toBe(1);
});

it('shows one as read at once', () => {
  expect(markRead(both, 'all', [20]).unread).toBe(24);
  expect(markRead(both, 'all', [20]).notifications.find(({ id }) => id === 20)?.read).toBe(true);
  const unread = markRead(both, 'new', [20]);
  expect(getIds(unread)).not.toContain(20);
  expect([unread.total, unread.fetched]).toEqual([24, 19]);
});

it('shows all as read at once', () => {
  expect(markRead(both, 'all', 'all').notifications.every(({ read }) => read)).toBe(true);
  expect(markRead(both, 'all', 'all').unread).toBe(0);
  expect(markRead(both, 'new', 'all')).toEqual({ notifications: [], total: 0, unread: 0, fetched: 0 });
});
