import { activeSessionListSchema } from '@portico/contract';
import { queryClient, queryOptions } from '@portico/query';
import { callApi, isApiFailure, send } from '@portico/shared';

/** The sessions of the user: this browser first, then by last use. */
export const activeSessions = queryOptions({
  queryKey: ['active-sessions'],
  queryFn: ({ signal }) => callApi('auth/sessions', activeSessionListSchema, { signal }),
});

/** Ends a session of the user. One that has already ended is no error. */
export async function endActiveSession(id: string): Promise<void> {
  await deleteActiveSession(id);
  await refreshActiveSessions();
}

/** Ends every other session, also those that began after the list was fetched. Throws the first failure. */
export async function endOtherSessions(): Promise<void> {
  await queryClient.cancelQueries(activeSessions);
  const sessions = await queryClient.fetchQuery({ ...activeSessions, staleTime: 0, retry: false });
  const others = sessions.filter((session) => !session.is_current);
  const results = await Promise.allSettled(others.map(({ id }) => deleteActiveSession(id)));
  await refreshActiveSessions();
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Fetches the sessions again, because some have ended. */
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
