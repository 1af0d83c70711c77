import { type Notification, notificationListSchema, notificationPageSize, notificationSchema } from '@portico/contract';
import * as v from 'valibot';
import { callApi } from '../api/api-client';
import { report } from '../reports/report';

/** The two lists of the panel: what is unread, and everything. */
export type NotificationFilter = 'new' | 'all';

/** One page of a list, newest first. */
export interface NotificationPage {
  readonly notifications: readonly Notification[];
  /** Of the whole list. */
  readonly total: number;
  /** Of all the user's notifications, if the API tells. */
  readonly unread: number | undefined;
}

const readStates: Record<NotificationFilter, readonly string[]> = { new: ['0'], all: ['1', '0'] };

/**
 * `GET /notifications`. A malformed entry is dropped and reported, never the page.
 * @throws ApiFailure
 */
export async function fetchNotificationPage(
  filter: NotificationFilter,
  page: number,
  signal?: AbortSignal,
): Promise<NotificationPage> {
  const searchParams = [
    ['offset', String(page * notificationPageSize)],
    ['limit', String(notificationPageSize)],
    ...readStates[filter].map((state) => ['read', state]),
  ];
  const answer = await callApi('notifications', notificationListSchema, { searchParams, ...(signal && { signal }) });
  return {
    notifications: answer.notifications.flatMap(readEntry),
    total: answer.total,
    unread: answer.totalUnreadNotifications,
  };
}

function readEntry(entry: unknown): Notification[] {
  const parsed = v.safeParse(notificationSchema, entry);
  if (parsed.success) return [parsed.output];
  reportMalformed(entry, parsed.issues);
  return [];
}

const reported = new Set<string>();

/** Once: the lists are fetched again and again, and the entry stays what it is. */
function reportMalformed(entry: unknown, issues: readonly v.BaseIssue<unknown>[]): void {
  const excerpt = JSON.stringify(entry)?.slice(0, 200) ?? '';
  if (reported.has(excerpt)) return;
  reported.add(excerpt);
  // Neither the entry nor the values that messages quote: what stands in a notification is the user's.
  const faults = issues.map((issue) => `${v.getDotPath(issue) ?? 'entry'} fails ${issue.type}`);
  report({
    kind: 'reported',
    source: '@portico/notifications',
    message: 'A notification was dropped, because it is malformed',
    error: new TypeError(faults.join(', ')),
  });
}
