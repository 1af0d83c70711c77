import { send, useFailure, useSecondsUntil, useTranslation } from '@portico/shared';
import { Button, FailureNotice, Notice, TextField } from '@portico/ui';
import { type ComponentProps, type RefObject, useState, useTransition } from 'react';

const resendDelay = 60_000;

interface CodeFieldProps extends Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'onInput' | 'autoFocus'> {
  readonly email: string;
  readonly ref: RefObject<HTMLInputElement | null>;
  /** The element that says where the code is. */
  readonly describedBy: string;
}

/** The mailed code, and a button for another one after a while. */
export function CodeField({ email, describedBy, ...field }: CodeFieldProps) {
  const { t } = useTranslation();
  const [resendAt, setResendAt] = useState(() => Date.now() + resendDelay);
  const [isResending, startResending] = useTransition();
  const [isResent, setResent] = useState(false);
  const failure = useFailure('recover.failed');
  const secondsToResend = useSecondsUntil(resendAt);

  const resend = () => {
    setResent(false);
    failure.clear();
    startResending(async () => {
      try {
        await send('auth/recover', { method: 'post', json: { email } });
        setResendAt(Date.now() + resendDelay);
        setResent(true);
        // The button disappears.
        field.ref.current?.focus();
      } catch (error) {
        failure.show(error);
      }
    });
  };

  const isCounting = secondsToResend > 0;
  return (
    <>
      <TextField
        {...field}
        label={t('recover.code')}
        aria-describedby={describedBy}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        required
        className="portico-auth-code"
        trailing={
          isCounting ? (
            <span className="portico-auth-resend-in">{t('recover.resend_in', { seconds: secondsToResend })}</span>
          ) : (
            <Button
              variant="plain"
              className="portico-auth-row-button"
              isBusy={isResending}
              {...failure.button}
              onClick={resend}
            >
              {t('recover.resend')}
            </Button>
          )
        }
      />
      {isResent && <Notice kind="info">{t('recover.resent', { email })}</Notice>}
      {failure.notice && <FailureNotice {...failure.notice} />}
    </>
  );
}
