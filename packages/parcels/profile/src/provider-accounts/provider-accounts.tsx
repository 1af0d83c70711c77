import { type ProviderAccount, providerAccountListSchema } from '@portico/contract/administration';
import { queryClient, queryOptions, useQuery } from '@portico/query';
import { addTexts, callApi } from '@portico/shared';
import { formatDateTime } from '@portico/shared/dates';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../confirmation/confirm-dialog';
import { deleteEntry } from '../list/delete-entry';
import { EntryButton, EntryRow, LastUsed } from '../list/entry-row';
import { Fetched, Placeholder } from '../section/fetched';
import { Topic } from '../section/topic';
import en from './locales/en.json';
import pt from './locales/pt.json';

const useTexts = addTexts('profile-provider-accounts', { en, pt });

const providerAccounts = queryOptions({
  queryKey: ['provider-accounts'],
  queryFn: ({ signal }) => callApi('auth/provider-accounts', providerAccountListSchema, { signal }),
});

/** The accounts at providers that sign the user in, under Security. Draws nothing for a user without any. */
export function ProviderAccounts() {
  const texts = useTexts();
  const query = useQuery(providerAccounts, queryClient);
  // Most users have none, so no place is kept while the list loads.
  const isShown = query.data === undefined ? query.errorUpdateCount > 0 : query.data.length > 0;
  return (
    <Topic title={texts('title')} lead={texts('lead')} isHidden={!isShown}>
      <Fetched query={query} placeholder={<Placeholder kind="row" count={1} />}>
        {(accounts) => (
          <ul className="portico-profile-block portico-profile-rows">
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        )}
      </Fetched>
    </Topic>
  );
}

function AccountRow({ account }: { readonly account: ProviderAccount }) {
  const texts = useTexts();
  const nameId = useId();
  const [isAsking, setAsking] = useState(false);
  const { created_at, is_current, last_used_at, name } = account;

  return (
    <EntryRow
      nameId={nameId}
      name={name}
      badge={is_current && texts('current')}
      details={
        <>
          <time dateTime={created_at}>{texts('linked', { when: formatDateTime(created_at) })}</time>
          {last_used_at !== null && <LastUsed time={last_used_at} />}
        </>
      }
    >
      <EntryButton nameId={nameId} onClick={() => setAsking(true)}>
        {texts('remove')}
      </EntryButton>
      {isAsking && (
        <ConfirmDialog
          title={texts('remove_title', { name })}
          text={texts(is_current ? 'remove_text_current' : 'remove_text')}
          confirm={texts('remove')}
          isDangerous
          action={() => removeAccount(account)}
          done={texts('removed')}
          fallback="signin.failed"
          onClose={() => setAsking(false)}
        />
      )}
    </EntryRow>
  );
}

async function removeAccount({ id, is_current }: ProviderAccount): Promise<void> {
  await deleteEntry('auth/provider-accounts', id);
  const refetched = queryClient.invalidateQueries(providerAccounts);
  // The session has ended with its account: the next answer comes after a new sign-in.
  if (!is_current) await refetched;
}
