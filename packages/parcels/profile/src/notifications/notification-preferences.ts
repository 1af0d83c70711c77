import { type NotificationPreference, notificationPreferenceListSchema } from '@portico/contract';
import { queryClient, queryOptions, useMutation } from '@portico/query';
import { callApi, send, useAction } from '@portico/shared';

/** For each module of the user, whether its notifications are shown as toasts and pushed; in no order. */
export const preferences = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => callApi('notifications/preferences', notificationPreferenceListSchema, { signal }),
});

const saving = ['save-notification-preference'];

/**
 * Saves the choice for one module. The screen shows it immediately and reverts it when the server refuses. While one is
 * pending, further choices for the same module are dropped: a failure would revert the wrong one.
 */
export function useSavePreference(module: string) {
  const mutationKey = [...saving, module];
  const failure = useAction('profile.preference_failed');
  const { mutate, isPending } = useMutation(
    {
      mutationKey,
      mutationFn: (enabled: boolean) =>
        send('notifications/preferences', { method: 'put', json: [{ module, enabled }] }),
      onMutate: async (enabled) => {
        await queryClient.cancelQueries(preferences);
        replace({ module, enabled });
        failure.clear();
      },
      onError: (error, enabled) => {
        replace({ module, enabled: !enabled });
        failure.show(error);
      },
      onSettled: () => {
        // An answer from before the last pending change would undo that change on screen.
        if (queryClient.isMutating({ mutationKey: saving }) === 1) void queryClient.invalidateQueries(preferences);
      },
    },
    queryClient,
  );
  const save = (enabled: boolean) => {
    // `isPending` changes only with the next render, after a double click.
    if (queryClient.isMutating({ mutationKey }) === 0) mutate(enabled);
  };
  return { save, isPending, notice: failure.notice };
}

function replace(change: NotificationPreference): void {
  queryClient.setQueryData(
    preferences.queryKey,
    (list) => list && [...list.filter(({ module }) => module !== change.module), change],
  );
}
