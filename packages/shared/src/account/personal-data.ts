import { type CurrentUser, currentUserSchema, type PersonalData } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi, send } from '../api/api-client';
import { renameUser } from '../session/session-state';
import { tellAccountChange } from './account-channel';
import { queryClient } from './query-client';

const personalData = queryOptions({
  queryKey: ['personal-data'],
  queryFn: async ({ signal }) => {
    const user = await callApi('users/me', currentUserSchema, { signal });
    renameUser(user);
    return user;
  },
});

/** What the API knows of the user; a field that it lacks is one that the API does not offer. */
export function usePersonalData() {
  return useQuery(personalData, queryClient);
}

/**
 * Saves what the user changed about herself, here and in the other tabs. It stands on screen at once; what the server
 * made of it follows.
 * @throws ApiFailure
 */
export async function savePersonalData(change: PersonalData): Promise<void> {
  await send('users/me', { method: 'patch', json: change });
  await queryClient.cancelQueries(personalData);
  const user = queryClient.setQueryData(personalData.queryKey, (known) => known && toSaved(known, change));
  if (user) renameUser(user);
  tellAccountChange('USER_CHANGED');
  void refreshPersonalData();
}

/** Fetches it anew, because it was changed; an answer that is under way may be older. */
export async function refreshPersonalData(): Promise<void> {
  await queryClient.cancelQueries(personalData);
  await queryClient.prefetchQuery({ ...personalData, staleTime: 0 });
}

function toSaved(known: CurrentUser, { name = known.name, phone }: PersonalData): CurrentUser {
  return { ...known, name, ...(phone !== undefined && { phone }) };
}
