import { appListSchema, currentUserSchema } from '@portico/contract';
import {
  appsAtom,
  callApi,
  changeApps,
  isApiFailure,
  renameUser,
  sessionAtom,
  signOut,
  store,
  tenantKey,
} from '@portico/shared';
import { queryOptions } from '@tanstack/react-query';

/** The data of the signed-in user; the session gets its name. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    const user = await endOnRefusal(signal, callApi('users/me', currentUserSchema, { signal }));
    renameUser(user);
    return user;
  },
});

/** The applications of the signed-in user in this tenant, at first those of the session, which gets every change. */
export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: async ({ signal }) => {
    const { email } = store.get(sessionAtom);
    const path = `tenants/${encodeURIComponent(tenantKey())}/apps`;
    const apps = await endOnRefusal(signal, callApi(path, appListSchema, { signal }));
    if (apps.length === 0) void signOut('no-applications');
    // The same applications in a new list would route and draw everything again.
    else if (JSON.stringify(apps) !== JSON.stringify(store.get(appsAtom))) changeApps(email, apps);
    return apps;
  },
  initialData: () => store.get(appsAtom),
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
