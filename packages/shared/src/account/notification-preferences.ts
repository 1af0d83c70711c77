import { type NotificationPreference, notificationPreferenceListSchema } from '@portico/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { callApi, send } from '../api/api-client';
import { queryClient } from './query-client';

const preferences = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => callApi('notifications/preferences', notificationPreferenceListSchema, { signal }),
});

const saving = ['save-notification-preference'];

/** For each module of the user, whether its notifications are shown as toasts and pushed; in no order. */
export function useNotificationPreferences() {
  return useQuery(preferences, queryClient);
}

/**
 * Saves the choice for one module. It stands on screen at once, and is taken back when the server refuses it. Until it is
 * settled, no other choice for the same module may be saved.
 */
export function useSavePreference() {
  return useMutation(
    {
      mutationKey: saving,
      mutationFn: (change: NotificationPreference) =>
        send('notifications/preferences', { method: 'put', json: [change] }),
      onMutate: async (change) => {
        await queryClient.cancelQueries(preferences);
        replace(change);
      },
      onError: (_error, { module, enabled }) => replace({ module, enabled: !enabled }),
      onSettled: () => {
        // What the server says before the last one is settled would undo the others on screen.
        if (queryClient.isMutating({ mutationKey: saving }) === 1) void queryClient.invalidateQueries(preferences);
      },
    },
    queryClient,
  );
}

function replace(change: NotificationPreference): void {
  queryClient.setQueryData(
    preferences.queryKey,
    (list) => list && [...list.filter(({ module }) => module !== change.module), change],
  );
}
