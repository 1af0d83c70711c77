import { activeSessionListSchema } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi, send } from '../api/api-client';
import { isApiFailure } from '../api/api-failure';
import { queryClient } from './query-client';

const activeSessions = queryOptions({
  queryKey: ['active-sessions'],
  queryFn: ({ signal }) => callApi('auth/sessions', activeSessionListSchema, { signal }),
});

/** Where the user is signed in: this browser first, then the last used. */
export function useActiveSessions() {
  return useQuery(activeSessions, queryClient);
}

/**
 * Signs one of them out; one that has ended meanwhile is as good.
 * @throws ApiFailure
 */
export async function endActiveSession(id: string): Promise<void> {
  await deleteActiveSession(id);
  await refreshActiveSessions();
}

/**
 * Signs out everywhere but here, also where the user signed in since the list was fetched; each is tried, whatever
 * becomes of the others.
 * @throws ApiFailure the first one, once all were tried
 */
export async function endOtherSessions(): Promise<void> {
  await queryClient.cancelQueries(activeSessions);
  const sessions = await queryClient.fetchQuery({ ...activeSessions, staleTime: 0, retry: false });
  const others = sessions.filter((session) => !session.is_current);
  const results = await Promise.allSettled(others.map(({ id }) => deleteActiveSession(id)));
  await refreshActiveSessions();
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Fetches them anew, because some have ended. */
export function refreshActiveSessions(): Promise<void> {
  return queryClient.invalidateQueries(activeSessions);
}

async function deleteActiveSession(id: string): Promise<void> {
  try {
    await send(`auth/sessions/${encodeURIComponent(id)}`, { method: 'delete' });
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 404) throw error;
  }
}
