import { type CurrentUser, type UserAnnouncements, userAnnouncementsSchema } from '@portico/contract';
import { queryClient, useQuery, userQuery } from '@portico/query';
import { subscribeToPortal } from '@portico/shared';
import { useEffect, useMemo, useReducer } from 'react';
import * as v from 'valibot';

export type Banner = UserAnnouncements['items'][number];

/** The longest random delay before the user is fetched again, in milliseconds, so that browsers do not ask together. */
const jitter = 2_000;
/** The age up to which an answer counts as current after a connect, in milliseconds: the page itself fetches the user. */
const currentAge = 10_000;
const longestTimeout = 2 ** 31 - 1;

/** The banners of the user that are to be shown now. They begin and end by the clock of the server. */
export function useBanners(): readonly Banner[] {
  // The bell fetches the user at its start, and whenever the user returns.
  const { data, dataUpdatedAt } = useQuery(
    { ...userQuery, refetchOnMount: false, notifyOnChangeProps: ['data', 'dataUpdatedAt'] },
    queryClient,
  );
  const known = useMemo(() => parseAnnouncements(data), [data]);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(followChanges, []);

  const serverTime = known && Date.parse(known.now) + Date.now() - dataUpdatedAt;
  const shown = known?.items.filter(({ ends_at }) => Date.parse(ends_at) > (serverTime ?? 0)) ?? [];
  const nextEnd = Math.min(...shown.map(({ ends_at }) => Date.parse(ends_at)));
  useEffect(() => {
    if (known === undefined) return;
    // The offset of the clock of this browser.
    const offset = dataUpdatedAt - Date.parse(known.now);
    const begin = known.next_at === null ? Number.POSITIVE_INFINITY : Date.parse(known.next_at);
    const timers = [
      startTimer(nextEnd + offset, drawAgain),
      startTimer(begin + offset + Math.random() * jitter, refetch),
    ];
    return () => timers.forEach(clearTimeout);
  }, [known, dataUpdatedAt, nextEnd]);
  return shown;
}

/** @returns `undefined` for a time that never comes */
function startTimer(time: number, act: () => void) {
  if (!Number.isFinite(time)) return undefined;
  return setTimeout(act, Math.min(Math.max(time - Date.now(), 0), longestTimeout));
}

/** @returns `undefined` without an answer, or for that of a server that has none */
function parseAnnouncements(user: CurrentUser | undefined): UserAnnouncements | undefined {
  const parsed = v.safeParse(userAnnouncementsSchema, user?.announcements);
  return parsed.success ? parsed.output : undefined;
}

/** Fetches the user again when announcements of their tenant, or of all, have changed. */
function followChanges(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = subscribeToPortal({
    onChannel: (changed) => {
      const { data, dataUpdatedAt = 0 } = queryClient.getQueryState(userQuery.queryKey) ?? {};
      const channel = parseAnnouncements(data)?.channel ?? changed;
      const concerns =
        changed === undefined ? Date.now() - dataUpdatedAt > currentAge : changed === '' || changed === channel;
      if (!concerns) return;
      clearTimeout(timer);
      timer = setTimeout(refetch, Math.random() * jitter);
    },
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** A pending answer may be older than the change, so it is cancelled. */
function refetch(): void {
  void queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
}
