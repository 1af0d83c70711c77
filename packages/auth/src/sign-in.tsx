import {
  addressAtom,
  Link,
  type SignedOutReason,
  sessionAtom,
  signIn,
  signInFailureOf,
  type TextKey,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { Button, EmailField, Notice, PasswordField } from '@portico/ui';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { emailErrorOf } from './email-error';
import { FormFailureNotice } from './form-failure-notice';
import { prefetchRecovery } from './recovery/lazy-recovery';
import { forgetRecoveredEmail, recoveredEmail } from './recovery/recovered-account';
import { useFormFailure } from './use-form-failure';
import { withLink } from './with-link';

const reasons: Record<SignedOutReason, TextKey> = {
  'no-applications': 'signin.reason.no_applications',
  'account-refused': 'signin.reason.account_refused',
  'session-ended': 'signin.reason.session_ended',
};

interface Faults {
  readonly email?: TextKey | undefined;
  readonly password?: TextKey | undefined;
}

export function SignIn() {
  const { t } = useTranslation();
  const failureId = useId();
  const { status, reason } = useAtomValue(sessionAtom);
  const { search } = useAtomValue(addressAtom);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [recovered] = useState(recoveredEmail);
  const [isSending, setSending] = useState(false);
  // `undefined` until the form is sent: only then does a notice about the past no longer say why one is here.
  const [faults, setFaults] = useState<Faults>();
  const { failure, secondsLeft, show } = useFormFailure();
  const isOnHold = secondsLeft > 0;
  const past: TextKey | undefined = recovered ? 'signin.password_changed' : reason && reasons[reason];

  useEffect(() => {
    if (!recovered) return;
    forgetRecoveredEmail();
    return afterNavigation(() => password.current?.focus());
  }, [recovered]);

  const showFaults = (found: Faults) => {
    setFaults(found);
    (found.email ? email : password).current?.focus();
  };

  // A refusal is about both fields: a change of either ends it.
  const forget = (field: 'email' | 'password') =>
    setFaults(
      (found) =>
        found && {
          ...found,
          ...(found.password === 'signin.wrong_credentials' && { password: undefined }),
          [field]: undefined,
        },
    );

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending || isOnHold) return;
    const credentials = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    const emailError = emailErrorOf(credentials.email);
    const passwordError = credentials.password ? undefined : 'signin.password_required';
    show(undefined);
    if (emailError || passwordError) return showFaults({ email: emailError, password: passwordError });
    setFaults({});
    setSending(true);
    try {
      await signIn(credentials);
      setFaults(undefined);
    } catch (error) {
      const found = signInFailureOf(error, 'signin.failed');
      if (found.kind === 'credentials') showFaults({ password: found.key });
      else show(found);
    } finally {
      setSending(false);
    }
  };

  return (
    <form className="portico-auth-form" noValidate onSubmit={submit}>
      <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
        {t('login')}
      </h1>
      {!faults && past && <Notice kind="info">{t(past)}</Notice>}
      <FormFailureNotice failure={failure} secondsLeft={secondsLeft} id={failureId} />
      <EmailField
        ref={email}
        label={t('email')}
        defaultValue={recovered}
        error={faults?.email && t(faults.email)}
        onInput={() => forget('email')}
      />
      <PasswordField
        ref={password}
        label={t('password')}
        autoComplete="current-password"
        required
        showLabel={t('signin.show_password')}
        hideLabel={t('signin.hide_password')}
        capsLockText={t('signin.caps_lock')}
        error={faults?.password && t(faults.password)}
        onInput={() => forget('password')}
        trailing={
          <Link
            className="portico-ui-link"
            href={withLink('/recover', search)}
            onPointerEnter={prefetchRecovery}
            onFocus={prefetchRecovery}
          >
            {t('signin.forgot')}
          </Link>
        }
      />
      {/* After a success it stays busy until the route table has moved on. */}
      <Button
        type="submit"
        size="large"
        isBusy={isSending || status === 'signed-in'}
        isOnHold={isOnHold}
        aria-describedby={isOnHold ? failureId : undefined}
      >
        {t('login')}
      </Button>
    </form>
  );
}

/** Runs at once, and again after the shell has moved the focus to the content, which takes it two frames. */
function afterNavigation(task: () => void): () => void {
  task();
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(task);
  });
  return () => cancelAnimationFrame(frame);
}
