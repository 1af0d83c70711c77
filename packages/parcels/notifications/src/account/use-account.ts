import { appsQuery, queryClient, useQuery, userQuery } from '@portico/query';

/**
 * Fetches the user when the notifications load, and user and applications whenever the user returns to the portal. The
 * session takes over what has changed.
 */
export function useAccount(): void {
  // Nothing is drawn from them here.
  useQuery({ ...userQuery, notifyOnChangeProps: [] }, queryClient);
  useQuery({ ...appsQuery, notifyOnChangeProps: [] }, queryClient);
}
