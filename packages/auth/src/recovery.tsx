import { addressAtom, Link, requestRecovery, type TextKey, useAtomValue, useTranslation } from '@portico/shared';
import { Button, buttonClass, Notice, TextField } from '@portico/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { emailErrorOf } from './email-error';
import { type FailureText, failureTextOf } from './failure-text';
import { withLink } from './with-link';

export function Recovery() {
  const { search } = useAtomValue(addressAtom);
  const [sentTo, setSentTo] = useState('');
  const signInPath = withLink('/signin', search);
  return sentTo ? (
    <CodeSent email={sentTo} signInPath={signInPath} />
  ) : (
    <RecoveryForm signInPath={signInPath} onSent={setSentTo} />
  );
}

interface RecoveryFormProps {
  readonly signInPath: string;
  readonly onSent: (email: string) => void;
}

function RecoveryForm({ signInPath, onSent }: RecoveryFormProps) {
  const { t } = useTranslation();
  const email = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [emailError, setEmailError] = useState<TextKey>();
  const [failure, setFailure] = useState<FailureText>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const address = email.current?.value.trim() ?? '';
    const error = emailErrorOf(address);
    setEmailError(error);
    setFailure(undefined);
    if (error) return email.current?.focus();
    setSending(true);
    try {
      await requestRecovery(address);
      onSent(address);
    } catch (reason) {
      setFailure(failureTextOf(reason, 'recover.failed'));
    } finally {
      setSending(false);
    }
  };

  return (
    <form className="portico-auth-form" noValidate onSubmit={submit}>
      <div>
        <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
          {t('recover.title')}
        </h1>
        <p className="portico-ui-lead">{t('recover.lead')}</p>
      </div>
      {failure && <Notice kind="error">{'key' in failure ? t(failure.key) : failure.message}</Notice>}
      <TextField
        ref={email}
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={emailError && t(emailError)}
        onInput={() => setEmailError(undefined)}
      />
      <Button type="submit" size="large" isBusy={isSending}>
        {t('recover.send')}
      </Button>
      <Link className={buttonClass('plain')} href={signInPath}>
        {t('back')}
      </Link>
    </form>
  );
}

/** The same for every address, so that nobody learns who has an account. */
function CodeSent({ email, signInPath }: { readonly email: string; readonly signInPath: string }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="portico-auth-form">
      <div>
        <h1
          className="portico-ui-heading portico-ui-heading-1"
          tabIndex={-1}
          ref={heading}
          aria-describedby="portico-auth-sent"
        >
          {t('recover.sent_title')}
        </h1>
        <p className="portico-ui-lead" id="portico-auth-sent">
          {t('recover.sent', { email })}
        </p>
      </div>
      <Link className={buttonClass('quiet', 'large')} href={signInPath}>
        {t('back')}
      </Link>
    </div>
  );
}
