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

/** A page of a list of the API; `next` is the value of `after` for the next one, or null at the end. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Fetches a list page by page. The items of another query replace those on screen when they arrive. */
export function useReadList<Item>(path: string, schema: v.GenericSchema<unknown, ListPage<Item>>, query: Query = {}) {
  const { sendFor } = useOperator();
  return useInfiniteQuery({
    queryKey: [path, query],
    queryFn: ({ pageParam, signal }) => sendFor(path, schema, { query: { ...query, after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }: ListPage<Item>) => next,
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}
