import { Link, useTranslation } from '@portico/shared';
import { buttonClass, Notice } from '@portico/ui';
import { setSignInStart } from '../sign-in-start';

interface PasswordChangedProps {
  readonly email: string;
  readonly signInPath: string;
}

/** Where the page host changed the password. The shell leads to the sign-in form by itself. */
export function PasswordChanged({ email, signInPath }: PasswordChangedProps) {
  const { t } = useTranslation();
  return (
    <div className="portico-auth-form">
      <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
        {t('recover.title')}
      </h1>
      <Notice kind="info">{t('signin.password_changed')}</Notice>
      <Link className={buttonClass('primary', 'large')} href={signInPath} onClick={() => setSignInStart({ email })}>
        {t('login')}
      </Link>
    </div>
  );
}
