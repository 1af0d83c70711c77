import { activeSessionListSchema } from '@portico/contract';
import { queryClient, queryOptions } from '@portico/query';
import { callApi } from '@portico/shared';
import { deleteEntry } from '../list/delete-entry';

/** The sessions of the user: this browser first, then by last use. */
export const activeSessions = queryOptions({
  queryKey: ['active-sessions'],
  queryFn: ({ signal }) => callApi('auth/sessions', activeSessionListSchema, { signal }),
});

/** Ends a session of the user. */
export async function endActiveSession(id: string): Promise<void> {
  await deleteEntry('auth/sessions', id);
  await refreshActiveSessions();
}

/** Ends every other session, also those that began after the list was fetched. Throws the first failure. */
export async function endOtherSessions(): Promise<void> {
  await queryClient.cancelQueries(activeSessions);
  const sessions = await queryClient.fetchQuery({ ...activeSessions, staleTime: 0, retry: false });
  const others = sessions.filter((session) => !session.is_current);
  const results = await Promise.allSettled(others.map(({ id }) => deleteEntry('auth/sessions', id)));
  await refreshActiveSessions();
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Fetches the sessions again, because some have ended. */
export function refreshActiveSessions(): Promise<void> {
  return queryClient.invalidateQueries(activeSessions);
}
