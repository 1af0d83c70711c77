import { isApiFailure, isSignedInAtom, onAccountChange, sessionAtom, store } from '@portico/shared';
import { QueryClient } from '@tanstack/react-query';
import { userQuery } from './account';

export {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
export { appsQuery, userQuery } from './account';

/** The cache of what the user's screens fetch. Without an answer, a fetch is retried after 1 s, 2 s and 4 s. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 3 && isApiFailure(error) && error.isUnreachable,
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

onAccountChange('USER_CHANGED', () => void queryClient.prefetchQuery(userQuery));
