// A separate entry, bundled into each late file with a mailed code. Import no state of the package here: it would be a
// second copy.
import { formatWait, mailedCodeSchema } from '@portico/contract';
import { type RefObject, useState } from 'react';
import * as v from 'valibot';
import { isApiFailure } from '../api/api-failure';
import type { useTranslation } from '../texts/i18n';
import type { useAction } from './use-action';
import type { FieldError } from './use-form';
import { useSecondsUntil } from './use-seconds-until';

/** Returns the error of a typed code that no mail can have. */
export function findCodeError(code: string): FieldError | undefined {
  return v.is(mailedCodeSchema, code) ? undefined : { key: 'recover.code_required' };
}

/** Returns the error of a code that the API refused; `undefined` when the API refused something else. */
export function findRefusedCode(error: unknown): { readonly code: FieldError } | undefined {
  if (!isApiFailure(error) || error.code !== 'code-invalid') return undefined;
  return { code: { key: 'recover.code_invalid' } };
}

/** Delay before the next code, in milliseconds. */
const delay = 60_000;

interface ResendOptions extends ReturnType<typeof useTranslation> {
  readonly action: ReturnType<typeof useAction>;
  readonly sendCode: () => Promise<unknown>;
  readonly sentText: string;
  /** Removes what the form says of the last code. */
  readonly onSent: () => void;
  /** The field of the code. It is emptied, and takes the focus of the button, which disappears. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Returns what `MailedCodeField` needs to send another code, some time after the last one. */
export function useResend({ t, action, sendCode, sentText, onSent, field }: ResendOptions) {
  const [resendAt, setResendAt] = useState(() => Date.now() + delay);
  const [isSent, setSent] = useState(false);
  const seconds = useSecondsUntil(resendAt);
  const resend = async () => {
    await sendCode();
    setResendAt(Date.now() + delay);
    setSent(true);
    onSent();
    if (!field.current) return;
    field.current.value = '';
    field.current.focus();
  };
  const onClick = () => {
    setSent(false);
    void action.run(resend);
  };
  return {
    text: t('recover.resend'),
    waitText: seconds > 0 ? t('recover.resend_in', { time: formatWait(seconds) }) : undefined,
    sentText: isSent ? sentText : undefined,
    failure: action.notice,
    button: { ...action.button, onClick },
  };
}
