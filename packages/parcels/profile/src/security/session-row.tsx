import { findLeavePath } from '@portico/contract';
import { queryClient, useMutation } from '@portico/query';
import {
  type ActiveSession,
  confirmLeaving,
  localeAtom,
  showToast,
  signOut,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { formatDateTime, formatRelativeTime } from '@portico/shared/dates';
import { Button } from '@portico/ui';
import { useId } from 'react';
import { ActionFailure } from '../form/action-failure';
import { endActiveSession } from './active-sessions';

/** A session: its browser, address, start and last use, with a button to end it. */
export function SessionRow({ session }: { readonly session: ActiveSession }) {
  const { t } = useTranslation();
  const locale = useAtomValue(localeAtom);
  const id = useId();

  const browser = session.browser || t('profile.unknown_browser');
  const name = session.system ? t('profile.session_name', { browser, system: session.system }) : browser;

  const mutationFn = async () => {
    if (!session.is_current) {
      await endActiveSession(session.id);
      showToast({ type: 'success', text: t('profile.session_ended', { name }) });
    } else if (await confirmLeaving()) {
      await signOut();
      const atProvider = findLeavePath(document.cookie);
      if (atProvider) window.location.assign(atProvider);
    }
  };
  const { error, isPending, mutate } = useMutation({ mutationFn }, queryClient);

  return (
    <li className="portico-profile-session">
      <div className="portico-profile-session-words">
        <p className="portico-profile-session-name">
          <span id={`${id}-name`}>{name}</span>
          {session.is_current && <span className="portico-profile-badge">{t('profile.this_browser')}</span>}
        </p>
        <p className="portico-profile-session-details">
          {session.ip && <span>{t('profile.ip_address', { address: session.ip })}</span>}
          <time dateTime={session.created_at}>
            {t('profile.signed_in_since', { when: formatDateTime(session.created_at) })}
          </time>
          <time dateTime={session.last_used_at} title={formatDateTime(session.last_used_at)}>
            {t('profile.last_used', { when: formatRelativeTime(session.last_used_at, Date.now(), locale) })}
          </time>
        </p>
      </div>
      <Button
        variant="quiet"
        id={`${id}-end`}
        aria-labelledby={`${id}-end ${id}-name`}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        {t('profile.end_session')}
      </Button>
      <ActionFailure error={error} fallback="profile.end_session_failed" />
    </li>
  );
}
