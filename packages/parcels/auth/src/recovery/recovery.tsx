import {
  addReturnLink,
  addressAtom,
  adoptStyles,
  arePasswordsOff,
  Link,
  send,
  useAtomValue,
  useForm,
  useTranslation,
} from '@portico/shared';
import { Button, buttonClass, CookieNotice, EmailField, FailureNotice, Intro } from '@portico/ui';
import mailedCodeStyles from '@portico/ui/mailed-code.css';
import newPasswordStyles from '@portico/ui/new-password.css';
import { useRef, useState } from 'react';
import { findEmailError, findRefusedEmail } from '../find-email-error';
import { useProviderTexts } from '../providers/provider-texts';
import { getSignInStart, setSignInStart } from '../sign-in-start';
import { DeviceReport } from './device-report';
import { PasswordReset } from './password-reset';
import sheet from './recovery.css';

adoptStyles(mailedCodeStyles, newPasswordStyles, sheet);

/** The recovery of the password, or the page of a link that was mailed after a sign-in in a new browser. */
export function Recovery() {
  const { hash } = useAtomValue(addressAtom);
  const token = /^#([\w-]{43})$/.exec(hash)?.[1];
  return token === undefined ? <RecoverySteps /> : <DeviceReport token={token} />;
}

/** First the e-mail, then the code and the new password. It looks the same for every address. */
function RecoverySteps() {
  const { search } = useAtomValue(addressAtom);
  const [email, setEmail] = useState(() => getSignInStart().email);
  const [isSent, setSent] = useState(false);
  const signInPath = addReturnLink('/signin', search);
  if (arePasswordsOff()) return <NoRecovery signInPath={signInPath} />;
  const send = (address: string) => {
    setEmail(address);
    setSent(true);
  };
  return isSent ? (
    <PasswordReset email={email} signInPath={signInPath} onChangeEmail={() => setSent(false)} />
  ) : (
    <RecoveryRequest email={email} signInPath={signInPath} onSent={send} />
  );
}

/** Says that there is no password to recover, because users of the tenant sign in by its providers alone. */
function NoRecovery({ signInPath }: { readonly signInPath: string }) {
  const { t } = useTranslation();
  const own = useProviderTexts();
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={t('recover.title')} text={own('no_recovery')} />
      <Link className={buttonClass('primary', 'large')} href={signInPath}>
        {t('login')}
      </Link>
    </div>
  );
}

interface RecoveryRequestProps {
  /** The e-mail that the user typed before, here or in the sign-in form. */
  readonly email: string;
  readonly signInPath: string;
  readonly onSent: (email: string) => void;
}

/** Asks for the e-mail. The server answers the same for every address, so it does not reveal who has an account. */
function RecoveryRequest({ email, signInPath, onSent }: RecoveryRequestProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const form = useForm<'email'>({
    check: (getTyped) => ({ email: findEmailError(getTyped('email')) }),
    async send(getTyped) {
      const address = getTyped('email');
      await send('auth/recover', { method: 'post', json: { email: address } });
      onSent(address);
    },
    findRefusedFields: findRefusedEmail,
    fallback: 'recover.failed',
  });

  // An administrator may have sent the code.
  const enterCode = () => {
    const address = input.current?.value.trim() ?? '';
    if (findEmailError(address)) input.current?.focus();
    else onSent(address);
  };

  return (
    <form className="portico-auth-form" noValidate onSubmit={form.submit}>
      <Intro level={1} title={t('recover.title')} text={t('recover.lead')} />
      <CookieNotice t={t} />
      {form.notice && <FailureNotice {...form.notice} />}
      <EmailField {...form.getField('email')} ref={input} label={t('email')} defaultValue={email} autoFocus />
      <Button type="submit" size="large" {...form.button}>
        {t('recover.send')}
      </Button>
      <Button variant="plain" onClick={enterCode}>
        {t('recover.have_code')}
      </Button>
      <Link
        className={buttonClass('plain')}
        href={signInPath}
        onClick={() => setSignInStart({ email: input.current?.value ?? '' })}
      >
        {t('back')}
      </Link>
    </form>
  );
}
