import { currentUserSchema } from '@portico/contract';
import { appsAtom, callApi, fetchApps, hasMoreApps, isApiFailure, renameUser, signOut, store } from '@portico/shared';
import { queryOptions } from '@tanstack/react-query';

/** The data of the signed-in user; the session takes the name over. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const user = await endOnRefusal(signal, callApi('users/me', currentUserSchema, { signal }));
    renameUser(user);
    return user;
  },
});

/**
 * The applications of the signed-in user in this tenant, which the session takes over; at first those of the session,
 * if it has all.
 */
export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => endOnRefusal(signal, fetchApps()),
  initialData: () => (hasMoreApps() ? undefined : store.get(appsAtom)),
  // Those of the session are fresh.
  refetchOnMount: false,
});

/** A user who is refused is signed out, as when they sign in; once, because that ends the other calls (`signal`). */
async function endOnRefusal<Answer>(signal: AbortSignal, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isApiFailure(error) && error.status === 403 && !signal.aborted) void signOut('account-refused');
    throw error;
  }
}
