import { accountPart } from '@portico/shared';
import { useEffect } from 'react';
import { showFailureToast } from './show-failure-toast';

/** Says that the lists do not load, when it begins: polling would say it every minute. */
export function useListFailureToast(): void {
  const { useNotificationList } = accountPart.get();
  const unread = useNotificationList('new');
  const all = useNotificationList('all');
  const hasFailed = unread.isError || all.isError;
  const error = all.error ?? unread.error;
  useToastOf(hasFailed ? error : null);
}

/** Shows an error once it is there; another one only after it was gone. */
export function useToastOf(error: unknown): void {
  const hasFailed = Boolean(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next failure in a row is not told.
  useEffect(() => {
    if (hasFailed) showFailureToast(error, 'unexpected_error');
  }, [hasFailed]);
}
