import { isApiFailure, isSignedInAtom, sessionAtom, store } from '@portico/shared';
import { QueryClient } from '@tanstack/react-query';

export { queryOptions, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
export { appsQuery, userQuery } from './account';

const second = 1_000;

/**
 * The cache of what the signed-in user's screens fetch. Unused answers are kept for five minutes. A fetch that gets no
 * answer is retried three times, after 1 s to 30 s; a refusal is not retried.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * 60 * second,
      retry: (failures, error) => failures < 3 && isApiFailure(error) && error.isUnreachable,
      retryDelay: (failures) => Math.min(second * 2 ** failures, 30 * second),
      // Also when the browser believes that it is offline: a failure on screen is better than waiting silently.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

// Follows the focus of the page and the network, as React Query's provider would.
queryClient.mount();

let email = '';
const clearForNewUser = () => {
  const present = store.get(isSignedInAtom) ? store.get(sessionAtom).email : '';
  if (present === email) return;
  email = present;
  queryClient.clear();
};
clearForNewUser();
store.sub(sessionAtom, clearForNewUser);
