import { Link, requestRecovery, signInFailureOf, type TextKey, useTranslation } from '@portico/shared';
import { Button, buttonClass, EmailField } from '@portico/ui';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { emailErrorOf } from '../email-error';
import { FormFailureNotice } from '../form-failure-notice';
import { useFormFailure } from '../use-form-failure';

interface RecoveryRequestProps {
  /** What was asked for before, when the user comes back to change it. */
  readonly previousEmail: string;
  readonly takesFocus: boolean;
  readonly signInPath: string;
  readonly onSent: (email: string) => void;
}

/** Asks for the e-mail. The server answers the same for every address, so nobody learns who has an account. */
export function RecoveryRequest({ previousEmail, takesFocus, signInPath, onSent }: RecoveryRequestProps) {
  const { t } = useTranslation();
  const failureId = useId();
  const email = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [emailError, setEmailError] = useState<TextKey>();
  const { failure, secondsLeft, show } = useFormFailure();
  const isOnHold = secondsLeft > 0;

  useEffect(() => {
    if (takesFocus) email.current?.focus();
  }, [takesFocus]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending || isOnHold) return;
    const address = email.current?.value.trim() ?? '';
    const error = emailErrorOf(address);
    setEmailError(error);
    show(undefined);
    if (error) return email.current?.focus();
    setSending(true);
    try {
      await requestRecovery(address);
      onSent(address);
    } catch (reason) {
      show(signInFailureOf(reason, 'recover.failed'));
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
      <FormFailureNotice failure={failure} secondsLeft={secondsLeft} id={failureId} />
      <EmailField
        ref={email}
        label={t('email')}
        defaultValue={previousEmail}
        error={emailError && t(emailError)}
        onInput={() => setEmailError(undefined)}
      />
      <Button
        type="submit"
        size="large"
        isBusy={isSending}
        isOnHold={isOnHold}
        aria-describedby={isOnHold ? failureId : undefined}
      >
        {t('recover.send')}
      </Button>
      <Link className={buttonClass('plain')} href={signInPath}>
        {t('back')}
      </Link>
    </form>
  );
}
