import { accountPart, useTranslation } from '@portico/shared';
import { Fetched } from '../section/fetched';
import { Placeholder } from '../section/placeholder';
import { SessionList } from './session-list';

export function SecuritySection() {
  const { t } = useTranslation();
  const { useActiveSessions } = accountPart.get();
  return (
    <>
      <p className="portico-profile-lead portico-profile-intro">{t('profile.sessions_text')}</p>
      <Fetched query={useActiveSessions()} placeholder={<Placeholder kind="row" count={2} />}>
        {(sessions) => <SessionList sessions={sessions} />}
      </Fetched>
    </>
  );
}
