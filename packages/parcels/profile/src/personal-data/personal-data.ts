import { type CurrentUser, currentUserSchema, type PersonalData } from '@portico/contract';
import { queryClient, queryOptions, useQuery } from '@portico/query';
import { announceAccountChange, callApi, onAccountChange, renameUser, send } from '@portico/shared';

const personalData = queryOptions({
  queryKey: ['personal-data'],
  queryFn: async ({ signal }) => {
    const user = await callApi('users/me', currentUserSchema, { signal });
    renameUser(user);
    return user;
  },
});

/** The user's data. A field that is missing is one that the API does not offer. */
export function usePersonalData() {
  return useQuery(personalData, queryClient);
}

/**
 * Saves what the user changed about themselves. This tab shows it at once, then fetches what the server stored; the
 * other tabs fetch it too.
 * @throws ApiFailure
 */
export async function savePersonalData(change: PersonalData): Promise<void> {
  await send('users/me', { method: 'patch', json: change });
  await queryClient.cancelQueries(personalData);
  const user = queryClient.setQueryData(personalData.queryKey, (known) => known && toSaved(known, change));
  if (user) renameUser(user);
  announceAccountChange('USER_CHANGED');
  void refreshPersonalData();
}

function refreshPersonalData(): Promise<void> {
  return queryClient.invalidateQueries(personalData);
}

onAccountChange('USER_CHANGED', () => void refreshPersonalData());

function toSaved(known: CurrentUser, { name = known.name, phone }: PersonalData): CurrentUser {
  return { ...known, name, ...(phone !== undefined && { phone }) };
}
