import { send, useFailure, useSecondsUntil, useTranslation } from '@portico/shared';
import { useResend } from '@portico/shared/use-resend';
import { Button, FailureNotice, Notice, TextField } from '@portico/ui';
import type { ComponentProps, RefObject } from 'react';

interface CodeFieldProps extends Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'onInput' | 'autoFocus'> {
  readonly email: string;
  readonly ref: RefObject<HTMLInputElement | null>;
  /** The element that says where the code is. */
  readonly describedBy: string;
  readonly onResent: () => void;
}

/** The mailed code, and a button for another one after a while. */
export function CodeField({ email, describedBy, onResent, ...field }: CodeFieldProps) {
  const { t } = useTranslation();
  const failure = useFailure('recover.failed');
  const sendCode = () => send('auth/recover', { method: 'post', json: { email } });
  const { button, isResent, resendAt } = useResend({ sendCode, onSent: onResent, failure, field: field.ref });
  const seconds = useSecondsUntil(resendAt);
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
          seconds > 0 ? (
            <span className="portico-auth-resend-in">{t('recover.resend_in', { seconds })}</span>
          ) : (
            <Button variant="plain" className="portico-auth-row-button" {...button}>
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
