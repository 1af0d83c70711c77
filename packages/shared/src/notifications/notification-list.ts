import { type Notification, type NotificationId, notificationPageSize } from '@portico/contract';
import type { NotificationFilter, NotificationPage } from './notification-page';

/** As much of a list as has been fetched, newest first. */
export interface NotificationList extends NotificationPage {
  /** How far it has been fetched: entries of the server's list, dropped ones included. */
  readonly fetched: number;
}

export function hasMore({ fetched, total }: NotificationList): boolean {
  return fetched < total;
}

/** The number of the page that goes on where the list ends; what overlaps is left out by `withPage`. */
export function nextPageOf({ fetched }: NotificationList): number {
  return Math.floor(fetched / notificationPageSize);
}

/** What there is to see of a list that was not on screen: its first page. */
export function firstPageOf(list: NotificationList): NotificationList {
  return {
    ...list,
    notifications: list.notifications.slice(0, notificationPageSize),
    fetched: Math.min(list.fetched, notificationPageSize),
  };
}

/**
 * The list after its first page was fetched anew. Later pages stay, so that nobody who has scrolled there is thrown back;
 * unless so much has happened that nobody knows how they continue.
 */
export function withFirstPage(list: NotificationList | undefined, page: NotificationPage): NotificationList {
  const last = page.notifications.at(-1);
  const end = last && list ? list.notifications.findIndex(({ id }) => id === last.id) : -1;
  if (!list || end < 0 || list.fetched <= notificationPageSize) return { ...page, fetched: notificationPageSize };
  const ids = new Set(page.notifications.map(({ id }) => id));
  return {
    ...page,
    notifications: [...page.notifications, ...list.notifications.slice(end + 1).filter(({ id }) => !ids.has(id))],
    fetched: Math.max(list.fetched + page.total - list.total, notificationPageSize),
  };
}

/** The list with a later page at its end. The entries may have moved since, so some may be known. */
export function withPage(list: NotificationList, page: NotificationPage, number: number): NotificationList {
  const ids = new Set(list.notifications.map(({ id }) => id));
  return {
    notifications: [...list.notifications, ...page.notifications.filter(({ id }) => !ids.has(id))],
    total: page.total,
    unread: page.unread ?? list.unread,
    fetched: Math.max(list.fetched, (number + 1) * notificationPageSize),
  };
}

/** The list once some of its notifications, or all, have been read. */
export function withRead(
  list: NotificationList,
  filter: NotificationFilter,
  ids: readonly NotificationId[] | 'all',
): NotificationList {
  const isConcerned = ({ id, read }: Notification) => !read && (ids === 'all' || ids.includes(id));
  const count = list.notifications.filter(isConcerned).length;
  const unread = list.unread === undefined ? undefined : ids === 'all' ? 0 : Math.max(list.unread - count, 0);
  if (filter === 'new') {
    if (ids === 'all') return { notifications: [], total: 0, unread, fetched: 0 };
    const notifications = list.notifications.filter((notification) => !isConcerned(notification));
    return { notifications, total: list.total - count, unread, fetched: list.fetched - count };
  }
  const notifications = list.notifications.map((notification) =>
    isConcerned(notification) ? { ...notification, read: true } : notification,
  );
  return { ...list, notifications, unread };
}
