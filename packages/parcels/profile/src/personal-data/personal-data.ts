import type { CurrentUser, PersonalData } from '@portico/contract';
import { queryClient, useQuery, userQuery } from '@portico/query';
import { announceAccountChange, onAccountChange, renameUser, send } from '@portico/shared';

/** The user's data. The API does not offer missing fields. */
export function usePersonalData() {
  return useQuery(userQuery, queryClient);
}

/**
 * Saves changed personal data. This tab shows them immediately, then fetches what the server stored; the
 * other tabs fetch it too.
 * @throws ApiFailure
 */
export async function savePersonalData(change: PersonalData): Promise<void> {
  await send('users/me', { method: 'patch', json: change });
  await queryClient.cancelQueries(userQuery);
  const user = queryClient.setQueryData(userQuery.queryKey, (known) => known && toSaved(known, change));
  if (user) renameUser(user);
  announceAccountChange('USER_CHANGED');
  void refreshPersonalData();
}

function refreshPersonalData(): Promise<void> {
  return queryClient.invalidateQueries(userQuery);
}

onAccountChange('USER_CHANGED', () => void refreshPersonalData());

function toSaved(known: CurrentUser, { name = known.name, phone }: PersonalData): CurrentUser {
  return { ...known, name, ...(phone !== undefined && { phone }) };
}
