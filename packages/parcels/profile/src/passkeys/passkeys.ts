import { passkeyCreationSchema, passkeyListSchema } from '@portico/contract';
import { queryClient, queryOptions } from '@portico/query';
import { callApi, send } from '@portico/shared';
import { createPasskey } from '@portico/ui/passkeys';
import { deleteEntry } from '../list/delete-entry';

/** The passkeys of the user in the tenant, the newest first. */
export const passkeys = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => callApi('auth/passkeys', passkeyListSchema, { signal }),
});

/** Lets the browser make a passkey, and adds it. */
export async function addPasskey(): Promise<void> {
  const creation = await callApi('auth/passkeys/options', passkeyCreationSchema, { method: 'post' });
  await send('auth/passkeys', { method: 'post', json: await createPasskey(creation) });
  await queryClient.invalidateQueries(passkeys);
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await send(`auth/passkeys/${encodeURIComponent(id)}`, { method: 'patch', json: { name } });
  await queryClient.invalidateQueries(passkeys);
}

export async function removePasskey(id: string): Promise<void> {
  await deleteEntry('auth/passkeys', id);
  await queryClient.invalidateQueries(passkeys);
}
