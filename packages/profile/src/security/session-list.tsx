import { type ActiveSession, useTranslation } from '@portico/shared';
import { useEffect, useRef } from 'react';
import { EndOtherSessions } from './end-other-sessions';
import { SessionRow } from './session-row';

/** Where the user is signed in, each to be signed out, or all others at once. */
export function SessionList({ sessions }: { readonly sessions: readonly ActiveSession[] }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(sessions);

  useEffect(() => {
    // The row whose button had the focus is gone; another one may have come.
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
