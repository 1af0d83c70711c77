import { requestRecovery, signInFailureOf, useTranslation } from '@portico/shared';
import { Button, Notice, TextField, useSecondsUntil } from '@portico/ui';
import { type RefObject, useState } from 'react';
import { FormFailureNotice } from '../form-failure-notice';
import { useFormFailure } from '../use-form-failure';

const resendDelay = 60_000;

interface CodeFieldProps {
  readonly email: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly error: string | undefined;
  readonly onInput: () => void;
}

/** The mailed code, and the way to another one after a while. */
export function CodeField({ email, input, error, onInput }: CodeFieldProps) {
  const { t } = useTranslation();
  const [resendAt, setResendAt] = useState(() => Date.now() + resendDelay);
  const [isResending, setResending] = useState(false);
  const [isResent, setResent] = useState(false);
  const { failure, secondsLeft, show } = useFormFailure();
  const secondsToResend = useSecondsUntil(resendAt);

  const resend = async () => {
    setResending(true);
    setResent(false);
    show(undefined);
    try {
      await requestRecovery(email);
      setResendAt(Date.now() + resendDelay);
      setResent(true);
      // The button is about to go.
      input.current?.focus();
    } catch (reason) {
      show(signInFailureOf(reason, 'recover.failed'));
    } finally {
      setResending(false);
    }
  };

  const isCounting = secondsToResend > 0;
  return (
    <>
      <TextField
        ref={input}
        label={t('recover.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        required
        className="portico-auth-code"
        error={error}
        onInput={onInput}
        trailing={
          isCounting ? (
            <span className="portico-auth-resend-in">{t('recover.resend_in', { seconds: secondsToResend })}</span>
          ) : (
            <Button
              variant="plain"
              className="portico-auth-row-button"
              isBusy={isResending}
              isOnHold={secondsLeft > 0}
              onClick={resend}
            >
              {t('recover.resend')}
            </Button>
          )
        }
      />
      {isResent && <Notice kind="info">{t('recover.resent', { email })}</Notice>}
      <FormFailureNotice failure={failure} secondsLeft={secondsLeft} />
    </>
  );
}
