import { queryClient, useQuery } from '@portico/query';
import { type ActiveSession, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../confirmation/confirm-dialog';
import { KnownDevices } from '../devices/known-devices';
import { PasskeyList } from '../passkeys/passkey-list';
import { ProviderAccounts } from '../provider-accounts/provider-accounts';
import { SecondFactorPart } from '../second-factor/second-factor-part';
import { Fetched, Placeholder } from '../section/fetched';
import { activeSessions, endOtherSessions } from './active-sessions';
import { SessionRow } from './session-row';

export function SecuritySection() {
  const { t } = useTranslation();
  return (
    <>
      <p className="portico-profile-lead portico-profile-intro">{t('profile.sessions_text')}</p>
      <Fetched query={useQuery(activeSessions, queryClient)} placeholder={<Placeholder kind="row" count={2} />}>
        {(sessions) => <SessionList sessions={sessions} />}
      </Fetched>
      <PasskeyList />
      <ProviderAccounts />
      <SecondFactorPart />
      <KnownDevices />
    </>
  );
}

/** The sessions of the user, with buttons to end one, or all others together. */
function SessionList({ sessions }: { readonly sessions: readonly ActiveSession[] }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(sessions);

  useEffect(() => {
    // The row whose button had the focus is removed; a new row may have been added.
    const hasEnded = shown.current.some(({ id }) => !sessions.some((session) => session.id === id));
    if (hasEnded && document.activeElement === document.body) {
      list.current?.closest('section')?.querySelector('h2')?.focus();
    }
    shown.current = sessions;
  }, [sessions]);

  const hasOthers = sessions.some((session) => !session.is_current);
  return (
    <>
      <ul className="portico-profile-block portico-profile-rows" ref={list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="portico-profile-block">
        {hasOthers ? <EndOtherSessions /> : <p className="portico-profile-lead">{t('profile.only_here')}</p>}
      </div>
    </>
  );
}

/** The button that ends all other sessions, after a confirmation. */
function EndOtherSessions() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('profile.end_others')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('profile.end_others')}
          text={t('profile.end_others_text')}
          confirm={t('profile.end_all')}
          action={endOtherSessions}
          done={t('profile.others_ended')}
          fallback="profile.end_others_failed"
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
