import { QueryClient } from '@tanstack/react-query';
import { isApiFailure } from '../api/api-failure';

const second = 1_000;

/**
 * What the signed-in user's screens have fetched. Unused answers are kept for five minutes; a server that does not answer
 * is asked three times more, after 1 s to 30 s (specification, section 9); a refusal is never asked again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: 5 * 60 * second,
      retry: (failures, error) => failures < 3 && isApiFailure(error) && error.isUnreachable,
      retryDelay: (failures) => Math.min(second * 2 ** failures, 30 * second),
      // A browser that believes itself offline asks all the same: better a failure on screen than waiting without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});
