import type { Notification } from '@portico/contract';
import {
  firstPageOf,
  hasMore,
  type NotificationList,
  nextPageOf,
  withFirstPage,
  withPage,
  withRead,
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

/** The newest first: `from` down to `to`. */
const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => notification(from - index));
const page = (from: number, to: number, total: number, unread = total) => ({
  notifications: range(from, to),
  total,
  unread,
});
const idsOf = ({ notifications }: NotificationList) => notifications.map(({ id }) => id);
const idsOfRange = (from: number, to: number) => range(from, to).map(({ id }) => id);

const first = withFirstPage(undefined, page(25, 16, 25));
const both = withPage(first, page(15, 6, 25), 1);

it('goes on where it ends, until everything is there', () => {
  expect([hasMore(first), nextPageOf(first)]).toEqual([true, 1]);
  expect([hasMore(both), nextPageOf(both)]).toEqual([true, 2]);
  const all = withPage(both, page(5, 1, 25), 2);
  expect(idsOf(all)).toEqual(idsOfRange(25, 1));
  expect(hasMore(all)).toBe(false);
});

it('ends although a malformed entry was dropped', () => {
  const list = withFirstPage(undefined, { notifications: range(10, 2), total: 10, unread: 10 });
  expect(hasMore(list)).toBe(false);
});

it('keeps its later pages when new ones arrive, and shows nothing twice', () => {
  const list = withFirstPage(both, page(27, 18, 27));
  expect(idsOf(list)).toEqual(idsOfRange(27, 6));
  expect(list.total).toBe(27);
  const more = withPage(list, page(7, 1, 27), nextPageOf(list));
  expect(idsOf(more)).toEqual(idsOfRange(27, 1));
  expect(hasMore(more)).toBe(false);
});

it('begins anew when nobody knows how it continues', () => {
  const list = withFirstPage(both, page(60, 51, 60));
  expect(idsOf(list)).toEqual(idsOfRange(60, 51));
  expect(nextPageOf(list)).toBe(1);
});

it('drops what was read elsewhere from the new ones', () => {
  const without24 = { ...page(25, 15, 24), notifications: range(25, 15).filter(({ id }) => id !== 24) };
  const list = withFirstPage(both, without24);
  expect(idsOf(list)).toEqual([25, ...idsOfRange(23, 6)]);
  expect(nextPageOf(list)).toBe(1);
});

it('has its first page alone when nobody looks at it', () => {
  expect(idsOf(firstPageOf(both))).toEqual(idsOfRange(25, 16));
  expect(nextPageOf(firstPageOf(both))).toBe(1);
});

it('shows one as read at once', () => {
  expect(withRead(both, 'all', [20]).unread).toBe(24);
  expect(withRead(both, 'all', [20]).notifications.find(({ id }) => id === 20)?.read).toBe(true);
  const unread = withRead(both, 'new', [20]);
  expect(idsOf(unread)).not.toContain(20);
  expect([unread.total, unread.fetched]).toEqual([24, 19]);
});

it('shows all as read at once', () => {
  expect(withRead(both, 'all', 'all').notifications.every(({ read }) => read)).toBe(true);
  expect(withRead(both, 'all', 'all').unread).toBe(0);
  expect(withRead(both, 'new', 'all')).toEqual({ notifications: [], total: 0, unread: 0, fetched: 0 });
});
