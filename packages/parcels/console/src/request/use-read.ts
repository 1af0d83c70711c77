import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type * as v from 'valibot';
import type { Query } from './operator-client';
import { useOperator } from './operator-provider';

/**
 * Fetches what is at a path of the API of operators, and again while it is on screen.
 * @param isAllowed whether the caller may read it
 */
export function useRead<Schema extends v.GenericSchema>(path: string, schema: Schema, query?: Query, isAllowed = true) {
  const { sendFor } = useOperator();
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => sendFor(path, schema, { query, signal }),
    enabled: isAllowed,
  });
}

/** A page of a list, and the query of the next one. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: Query | undefined;
}

/**
 * Fetches a list page by page. The items of another query replace those on screen when they arrive.
 * @param toPage reads the answer of a call
 */
export function useReadPages<Answer, Item>(
  path: string,
  schema: v.GenericSchema<unknown, Answer>,
  query: Query,
  toPage: (answer: Answer) => Page<Item>,
) {
  const { sendFor } = useOperator();
  return useInfiniteQuery({
    queryKey: [path, query],
    queryFn: async ({ pageParam, signal }) =>
      toPage(await sendFor(path, schema, { query: { ...query, ...pageParam }, signal })),
    initialPageParam: {} as Query,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** The answer of a list of the API; `next` is the value of `after` for the next page, or null at the end. */
interface ListAnswer<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Fetches a list of the API page by page. */
export function useReadList<Item>(path: string, schema: v.GenericSchema<unknown, ListAnswer<Item>>, query: Query = {}) {
  return useReadPages(path, schema, query, ({ items, next }) => ({
    items,
    next: next === null ? undefined : { after: next },
  }));
}
