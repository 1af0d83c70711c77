import { readNotificationsSchema } from '@portico/contract';
import type { ApiCall, TestPortal } from '@portico/shared/testing';
import * as v from 'valibot';

/** A notification as the API sends it. */
export interface Entry {
  readonly id: number | string;
  readonly title: string | null;
  readonly body: string | null;
  readonly icon: string | null;
  readonly module: string | null;
  readonly redirect: string | null;
  readonly read: 0 | 1;
  readonly created_at: string | null;
}

/** The n-th notification; a higher number is newer. */
export function createEntry(id: number, more: Partial<Entry> = {}): Entry {
  return {
    id,
    title: `Ticket ${id}`,
    body: `Body ${id}`,
    icon: null,
    module: 'smsa',
    redirect: `/smsa/tickets/${id}`,
    read: 0,
    created_at: new Date(Date.UTC(2026, 10, 21, 14, 32) + id * 1000).toISOString(),
    ...more,
  };
}

/** Answers `GET` and `PATCH /notifications` of a test portal from entries that a test may change, newest first. */
export function serveNotifications(portal: TestPortal, entries: Entry[]): void {
  const markRead = (entry: Entry): Entry => ({ ...entry, read: 1 });
  portal.answer('GET /notifications', ({ search }: ApiCall) => {
    const query = new URLSearchParams(search);
    const states = query.getAll('read').map(Number);
    const asked = entries.filter(({ read }) => states.includes(read));
    const offset = Number(query.get('offset'));
    return {
      body: {
        notifications: asked.slice(offset, offset + Number(query.get('limit'))),
        total: asked.length,
        totalUnreadNotifications: entries.filter(({ read }) => read === 0).length,
      },
    };
  });
  portal.answer('PATCH /notifications', ({ body }: ApiCall) => {
    const { ids } = v.parse(readNotificationsSchema, body);
    entries.splice(0, entries.length, ...entries.map((entry) => (ids.includes(entry.id) ? markRead(entry) : entry)));
    return { status: 204 };
  });
  portal.answer('PATCH /notifications/all', () => {
    entries.splice(0, entries.length, ...entries.map(markRead));
    return { status: 204 };
  });
}
