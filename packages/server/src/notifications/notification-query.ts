import { notificationPageSize } from '@portico/contract';
import * as v from 'valibot';

const largestPage = 100;

/** Which notifications a list call asks for: a page of those that are read, unread or both. */
export interface NotificationQuery {
  readonly offset: number;
  readonly limit: number;
  /** `undefined` for both. */
  readonly isRead: boolean | undefined;
}

const digits = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));
const stateSchema = v.pipe(v.string(), v.picklist(['0', '1']));
const statesSchema = v.pipe(v.array(stateSchema), v.minLength(1), v.maxLength(10));

/** `read[]=0&read[]=1`, `read=0&read=1` or `read=[0,1]`, as HTTP clients differ in how they write a list. */
const readSchema = v.union([
  v.pipe(
    v.string(),
    v.regex(/^\[[01](,[01]){0,9}\]$/),
    v.transform((list) => list.slice(1, -1).split(',')),
    statesSchema,
  ),
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((states) => [states].flat()),
    statesSchema,
  ),
]);

export const notificationQuerySchema = v.pipe(
  v.object({
    offset: v.optional(digits, '0'),
    limit: v.optional(v.pipe(digits, v.minValue(1), v.maxValue(largestPage)), String(notificationPageSize)),
    read: v.optional(readSchema),
    'read[]': v.optional(readSchema),
  }),
  v.transform(({ offset, limit, read = [], 'read[]': listed = [] }): NotificationQuery => {
    const states = new Set([...read, ...listed]);
    return { offset, limit, isRead: states.size === 1 ? states.has('1') : undefined };
  }),
);
