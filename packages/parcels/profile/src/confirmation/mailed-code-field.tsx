import { send, sessionAtom, useAtomValue, useFailure, useSecondsUntil, useTranslation } from '@portico/shared';
import { useResend } from '@portico/shared/use-resend';
import { Button, FailureNotice, Notice, TextField } from '@portico/ui';
import { type ComponentProps, useRef } from 'react';
import { useConfirmationTexts } from './confirmation-texts';

/** Mails a code to the user. It replaces an earlier one. */
export async function sendCode(): Promise<void> {
  await send('auth/confirmation/code', { method: 'post' });
}

interface MailedCodeFieldProps extends Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'onInput'> {
  readonly onResent: () => void;
}

/** The mailed code, and a button for another one after a while. */
export function MailedCodeField({ onResent, ...field }: MailedCodeFieldProps) {
  const { t } = useTranslation();
  const texts = useConfirmationTexts();
  const { email } = useAtomValue(sessionAtom);
  const input = useRef<HTMLInputElement>(null);
  const failure = useFailure('recover.failed');
  const { button, isResent, resendAt } = useResend({ sendCode, onSent: onResent, failure, field: input });
  const seconds = useSecondsUntil(resendAt);
  return (
    <>
      <TextField
        {...field}
        ref={input}
        label={t('recover.code')}
        hint={texts('code_sent', { email })}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        trailing={
          seconds > 0 ? (
            <span className="portico-profile-resend-in">{t('recover.resend_in', { seconds })}</span>
          ) : (
            <Button variant="plain" className="portico-profile-resend" {...button}>
              {t('recover.resend')}
            </Button>
          )
        }
      />
      {isResent && <Notice kind="info">{texts('code_resent', { email })}</Notice>}
      {failure.notice && <FailureNotice {...failure.notice} />}
    </>
  );
}
