import { sessionAtom, useAtomValue, useTranslation } from '@portico/shared';
import { Avatar, Page, TextField } from '@portico/ui';

/** Who the portal takes the user for. */
export function ProfileScreen() {
  const { t } = useTranslation();
  const { email, name } = useAtomValue(sessionAtom);
  return (
    <Page title={t('profile')}>
      <section className="portico-profile-card" aria-labelledby="portico-profile-personal-data">
        <div className="portico-profile-owner">
          <Avatar email={email} />
          <div>
            <p className="portico-ui-heading portico-ui-heading-3">{name || email}</p>
            {name && <p className="portico-ui-heading portico-profile-email">{email}</p>}
          </div>
        </div>
        <div className="portico-profile-fields">
          <h2 className="portico-ui-heading portico-ui-heading-3" id="portico-profile-personal-data">
            {t('personal_data')}
          </h2>
          <TextField label={t('name')} value={name} readOnly autoComplete="off" />
          <TextField
            label={t('email')}
            value={email}
            hint={t('profile.email_hint')}
            type="email"
            readOnly
            autoComplete="off"
          />
        </div>
      </section>
    </Page>
  );
}
