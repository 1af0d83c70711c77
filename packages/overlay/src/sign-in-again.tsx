import { type SignInFailure, signIn, signInFailureOf, signOut, type TextKey, useTranslation } from '@portico/shared';
import { Button, EmailField, FailureNotice, Modal, PasswordField, useSecondsUntil } from '@portico/ui';
import { type SubmitEvent, useId, useRef, useState } from 'react';

/** The same user signs in again over the screen, which keeps what stands half-typed in it. */
export function SignInAgain({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const id = useId();
  const password = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [passwordError, setPasswordError] = useState<TextKey>();
  const [failure, setFailure] = useState<SignInFailure>();
  const [waitsUntil, setWaitsUntil] = useState(0);
  const secondsLeft = useSecondsUntil(waitsUntil);
  const isOnHold = secondsLeft > 0;
  const isBusy = isSending || isLeaving;

  const refuse = (error: TextKey) => {
    setPasswordError(error);
    password.current?.focus();
    password.current?.select();
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || isOnHold) return;
    setFailure(undefined);
    setPasswordError(undefined);
    const typed = password.current?.value ?? '';
    if (!typed) return refuse('signin.password_required');
    setSending(true);
    try {
      await signIn({ email, password: typed });
    } catch (error) {
      const found = signInFailureOf(error, 'signin.failed');
      if (found.kind === 'credentials') return refuse(found.key);
      setFailure(found);
      setWaitsUntil(Date.now() + found.seconds * 1000);
    } finally {
      setSending(false);
    }
  };

  const leave = async () => {
    if (isBusy) return;
    setLeaving(true);
    await signOut();
  };

  const wait = { secondsLeft, text: t('signin.wait', { seconds: secondsLeft }), overText: t('signin.wait_over') };
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} first={password}>
      <form className="portico-overlay-form" noValidate onSubmit={submit}>
        <div>
          <h2 className="portico-ui-heading portico-ui-heading-2" id={`${id}-title`}>
            {t('expired.title')}
          </h2>
          <p className="portico-ui-lead" id={`${id}-text`}>
            {t('expired.text')}
          </p>
        </div>
        {failure && (
          <FailureNotice
            id={`${id}-failure`}
            text={failure.message || t(failure.key)}
            wait={failure.kind === 'wait' ? wait : undefined}
          />
        )}
        <EmailField label={t('email')} value={email} readOnly required={false} />
        <PasswordField
          ref={password}
          label={t('password')}
          autoComplete="current-password"
          required
          showLabel={t('signin.show_password')}
          hideLabel={t('signin.hide_password')}
          capsLockText={t('signin.caps_lock')}
          error={passwordError && t(passwordError)}
          onInput={() => setPasswordError(undefined)}
        />
        <Button
          type="submit"
          size="large"
          isBusy={isSending}
          isOnHold={isOnHold}
          aria-describedby={isOnHold ? `${id}-failure` : undefined}
        >
          {t('login')}
        </Button>
        <Button variant="plain" isBusy={isLeaving} onClick={leave}>
          {t('expired.someone_else')}
        </Button>
      </form>
    </Modal>
  );
}
