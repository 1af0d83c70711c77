import { type ProviderAccount, providerAccountListSchema } from '@portico/contract';
import { queryClient, queryOptions, useQuery } from '@portico/query';
import { callApi, isApiFailure, localeAtom, send, showToast, useAtomValue, useTranslation } from '@portico/shared';
import { formatDateTime, formatRelativeTime } from '@portico/shared/dates';
import { Button } from '@portico/ui';
import { useId, useState } from 'react';
import { useConfirmation } from '../confirmation/use-confirmation';
import { ConfirmDialog } from '../form/confirm-dialog';
import { Fetched, Placeholder } from '../section/fetched';
import { useProviderAccountTexts } from './provider-account-texts';

const providerAccounts = queryOptions({
  queryKey: ['provider-accounts'],
  queryFn: ({ signal }) => callApi('auth/provider-accounts', providerAccountListSchema, { signal }),
});

/** The accounts at providers that sign the user in, under Security. Draws nothing for a user without any. */
export function ProviderAccounts() {
  const texts = useProviderAccountTexts();
  const query = useQuery(providerAccounts, queryClient);
  // Most users have none, so no place is kept while the list loads.
  const isShown = query.data === undefined ? query.errorUpdateCount > 0 : query.data.length > 0;
  return (
    <div className="portico-profile-topic" hidden={!isShown}>
      <div className="portico-profile-intro">
        <h3 className="portico-ui-heading portico-profile-subheading">{texts('title')}</h3>
        <p className="portico-profile-lead">{texts('lead')}</p>
      </div>
      <Fetched query={query} placeholder={<Placeholder kind="row" count={1} />}>
        {(accounts) => (
          <ul className="portico-profile-block portico-profile-rows">
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        )}
      </Fetched>
    </div>
  );
}

function AccountRow({ account }: { readonly account: ProviderAccount }) {
  const { t } = useTranslation();
  const texts = useProviderAccountTexts();
  const locale = useAtomValue(localeAtom);
  const id = useId();
  const { dialog, run } = useConfirmation();
  const [isAsking, setAsking] = useState(false);
  const { created_at, is_current, last_used_at, name } = account;

  const remove = async () => {
    await run(() => removeAccount(account));
    showToast({ type: 'success', text: texts('removed') });
  };

  return (
    <li className="portico-profile-session">
      <div className="portico-profile-session-words">
        <p className="portico-profile-session-name">
          <bdi id={`${id}-name`}>{name}</bdi>
          {is_current && <span className="portico-profile-badge">{texts('current')}</span>}
        </p>
        <p className="portico-profile-session-details">
          <time dateTime={created_at}>{texts('linked', { when: formatDateTime(created_at) })}</time>
          {last_used_at !== null && (
            <time dateTime={last_used_at} title={formatDateTime(last_used_at)}>
              {t('profile.last_used', { when: formatRelativeTime(last_used_at, Date.now(), locale) })}
            </time>
          )}
        </p>
      </div>
      <Button
        variant="quiet"
        id={`${id}-remove`}
        aria-labelledby={`${id}-remove ${id}-name`}
        onClick={() => setAsking(true)}
      >
        {texts('remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts('remove_title', { name })}
          text={texts(is_current ? 'remove_text_current' : 'remove_text')}
          confirm={texts('remove')}
          isDangerous
          action={remove}
          fallback="signin.failed"
          onClose={() => setAsking(false)}
        />
      )}
      {dialog}
    </li>
  );
}

/** Removes an account. One that was removed already is no error. */
async function removeAccount({ id, is_current }: ProviderAccount): Promise<void> {
  try {
    await send(`auth/provider-accounts/${encodeURIComponent(id)}`, { method: 'delete' });
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 404) throw error;
  }
  const refetched = queryClient.invalidateQueries(providerAccounts);
  // The session has ended with its account: the next answer comes after a new sign-in.
  if (!is_current) await refetched;
}
