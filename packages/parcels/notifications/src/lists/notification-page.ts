import { type Notification, notificationListSchema, notificationPageSize, notificationSchema } from '@portico/contract';
import { callApi } from '@portico/shared';
import * as v from 'valibot';
import { report } from '../report';

/** The two lists of the panel: what is unread, and everything. */
export type NotificationFilter = 'new' | 'all';

/** One page of a list, newest first. */
export interface NotificationPage {
  readonly notifications: readonly Notification[];
  /** Number of entries of the whole list. */
  readonly total: number;
  /** Number of unread ones among all the user's notifications, if the API tells. */
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

/** Once an entry: the lists are fetched again and again. */
function reportMalformed(entry: unknown, issues: readonly v.BaseIssue<unknown>[]): void {
  const excerpt = JSON.stringify(entry)?.slice(0, 200) ?? '';
  if (reported.has(excerpt)) return;
  reported.add(excerpt);
  // Without the entry and the values that messages quote: a notification's content is private.
  const problems = issues.map((issue) => `${v.getDotPath(issue) ?? 'entry'} fails ${issue.type}`);
  report('A notification was dropped, because it is malformed', new TypeError(problems.join(', ')));
}
