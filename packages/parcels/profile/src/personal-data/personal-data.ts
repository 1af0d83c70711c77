import type { PersonalData } from '@portico/contract';
import { queryClient, userQuery } from '@portico/query';
import { announceAccountChange, renameUser, send } from '@portico/shared';

/** Saves changed personal data, and shows them immediately, until all tabs have fetched what the server stored. */
export async function savePersonalData(change: PersonalData): Promise<void> {
  await send('users/me', { method: 'patch', json: change });
  await queryClient.cancelQueries(userQuery);
  const user = queryClient.setQueryData(userQuery.queryKey, (known) => {
    return known && { ...known, ...change, name: change.name ?? known.name };
  });
  if (user) renameUser(user);
  announceAccountChange('USER_CHANGED');
  void queryClient.invalidateQueries(userQuery);
}
