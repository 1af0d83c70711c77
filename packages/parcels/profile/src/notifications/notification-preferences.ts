import { type NotificationPreference, notificationPreferenceListSchema } from '@portico/contract';
import { queryClient, queryOptions, useMutation, useQuery } from '@portico/query';
import { callApi, send } from '@portico/shared';

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
 * Saves the choice for one module. The screen shows it at once and reverts it when the server refuses. Save no other
 * choice for the same module while one is pending.
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
        // An answer from before the last pending change would undo that change on screen.
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
