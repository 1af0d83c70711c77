import {
  addReturnLink,
  addressAtom,
  adoptStyles,
  Link,
  requestRecovery,
  useAtomValue,
  useForm,
  useTranslation,
} from '@portico/shared';
import { Button, buttonClass, EmailField, FailureNotice } from '@portico/ui';
import ruleListStyles from '@portico/ui/rule-list.css';
import { useEffect, useRef, useState } from 'react';
import { findEmailError, findRefusedEmail } from '../find-email-error';
import { getNativePost } from '../native-post';
import { setSignInStart } from '../sign-in-start';
import { LocaleInput } from './locale-input';
import { PasswordChanged } from './password-changed';
import { PasswordReset } from './password-reset';
import sheet from './recovery.css';
import { getRecoveryStart, type RecoveryStart, setRecoveryAnswer } from './recovery-start';

adoptStyles(ruleListStyles, sheet);

/** First the e-mail, then the code and the new password. It looks the same for every address. */
export function Recovery() {
  const { search } = useAtomValue(addressAtom);
  const [start, setStart] = useState(getRecoveryStart);
  useEffect(() => setRecoveryAnswer(undefined), []);
  const paths = { native: getNativePost('/recover', search), signInPath: addReturnLink('/signin', search) };
  if (start.step === 'changed') return <PasswordChanged email={start.email} {...paths} />;
  if (start.step === 'reset') {
    const path = addReturnLink('/recover', search);
    const { email } = start;
    return (
      <PasswordReset start={start} path={path} {...paths} onChangeEmail={() => setStart({ step: 'request', email })} />
    );
  }
  return <RecoveryRequest start={start} {...paths} onSent={(email) => setStart({ step: 'reset', email })} />;
}

interface RecoveryRequestProps {
  /** With what the user typed before, here or in the sign-in form. */
  readonly start: RecoveryStart;
  readonly native: ReturnType<typeof getNativePost>;
  readonly signInPath: string;
  readonly onSent: (email: string) => void;
}

/** Asks for the e-mail. The server answers the same for every address, so nobody learns who has an account. */
function RecoveryRequest({ start, native, signInPath, onSent }: RecoveryRequestProps) {
  const { t } = useTranslation();
  const email = useRef<HTMLInputElement>(null);
  const form = useForm<'email'>({
    inputs: { email },
    check: (getTyped) => ({ email: findEmailError(getTyped('email')) }),
    async send(getTyped) {
      const address = getTyped('email');
      await requestRecovery(address);
      onSent(address);
    },
    findRefusedFields: findRefusedEmail,
    fallback: 'recover.failed',
    first: start,
  });

  return (
    <form className="portico-auth-form" {...native} noValidate onSubmit={form.submit}>
      <LocaleInput />
      <div>
        <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
          {t('recover.title')}
        </h1>
        <p className="portico-ui-lead">{t('recover.lead')}</p>
      </div>
      {form.notice && <FailureNotice {...form.notice} />}
      <EmailField {...form.getField('email')} label={t('email')} defaultValue={start.email} autoFocus />
      <Button type="submit" size="large" {...form.button}>
        {t('recover.send')}
      </Button>
      <Link
        className={buttonClass('plain')}
        href={signInPath}
        onClick={() => setSignInStart({ email: email.current?.value ?? '' })}
      >
        {t('back')}
      </Link>
    </form>
  );
}
