import { type Notification, notificationSchema } from '@portico/contract';
import * as v from 'valibot';
import { createEntry, type Entry } from '../testing/test-notifications';
import { keepOpened } from './notification-tab';

const create = (id: number, more?: Partial<Entry>): Notification => v.parse(notificationSchema, createEntry(id, more));
const getIds = (list: readonly Notification[]) => list.map(({ id }) => id);

it.each([
  [[5, 4, 2, 1], [3], [5, 4, 3, 2, 1]],
  [[5, 4], [6], [6, 5, 4]],
  [[5, 4], [3], [5, 4, 3]],
  [[], [2, 3], [3, 2]],
  [[3, 2, 1], [2], [3, 2, 1]],
])('the list %j with %j open shows %j', (list, opened, shown) => {
  const kept = keepOpened(
    list.map((id) => create(id)),
    opened.map((id) => create(id)),
  );
  expect(getIds(kept)).toEqual(shown);
});

it('puts a notification without a time at the end', () => {
  expect(getIds(keepOpened([create(2), create(1)], [create(9, { created_at: null })]))).toEqual([2, 1, 9]);
});
