import {
  type ActiveSession,
  confirmLeaving,
  showToast,
  signOutEverywhere,
  useAction,
  useTranslation,
} from '@portico/shared';
import { formatDateTime } from '@portico/shared/dates';
import { FailureNotice } from '@portico/ui';
import { useId } from 'react';
import { EntryButton, EntryRow, LastUsed, useBrowserName } from '../list/entry-row';
import { endActiveSession } from './active-sessions';

/** A session: its browser, address, start and last use, with a button to end it. */
export function SessionRow({ session }: { readonly session: ActiveSession }) {
  const { t } = useTranslation();
  const nameId = useId();
  const name = useBrowserName(session);
  const { notice, button, run } = useAction('profile.end_session_failed');
  const { created_at, id, ip, is_current, last_used_at } = session;

  const end = async () => {
    if (is_current) {
      if (await confirmLeaving()) await signOutEverywhere();
      return;
    }
    await endActiveSession(id);
    showToast({ type: 'success', text: t('profile.session_ended', { name }) });
  };

  return (
    <EntryRow
      nameId={nameId}
      name={name}
      badge={is_current && t('profile.this_browser')}
      details={
        <>
          {ip && <span>{t('profile.ip_address', { address: ip })}</span>}
          <time dateTime={created_at}>{t('profile.signed_in_since', { when: formatDateTime(created_at) })}</time>
          <LastUsed time={last_used_at} />
        </>
      }
    >
      <EntryButton nameId={nameId} {...button} onClick={() => run(end)}>
        {t('profile.end_session')}
      </EntryButton>
      {notice && <FailureNotice {...notice} />}
    </EntryRow>
  );
}
