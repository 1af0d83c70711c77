import {
  addressAtom,
  isApiFailure,
  Link,
  type SignedOutReason,
  sessionAtom,
  signIn,
  type TextKey,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { Button, Notice, PasswordField, TextField } from '@portico/ui';
import { type SubmitEvent, useRef, useState } from 'react';
import { emailErrorOf } from './email-error';
import { type FailureText, failureTextOf } from './failure-text';
import { withLink } from './with-link';

const reasons: Record<SignedOutReason, TextKey> = {
  'no-applications': 'signin.reason.no_applications',
  'account-refused': 'signin.reason.account_refused',
  'session-ended': 'signin.reason.session_ended',
};

interface Faults {
  readonly email?: TextKey | undefined;
  readonly password?: TextKey | undefined;
  readonly form?: FailureText;
}

export function SignIn() {
  const { t } = useTranslation();
  const { status, reason } = useAtomValue(sessionAtom);
  const { search } = useAtomValue(addressAtom);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  // `undefined` until the form is sent: only then does a reason of the session no longer say why one is here.
  const [faults, setFaults] = useState<Faults>();

  const showFaults = (found: Faults) => {
    setFaults(found);
    (found.email ? email : found.password ? password : undefined)?.current?.focus();
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
    if (isSending) return;
    const credentials = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' };
    const emailError = emailErrorOf(credentials.email);
    const passwordError = credentials.password ? undefined : 'signin.password_required';
    if (emailError || passwordError) return showFaults({ email: emailError, password: passwordError });
    setFaults({});
    setSending(true);
    try {
      await signIn(credentials);
      setFaults(undefined);
    } catch (error) {
      const isRefused = isApiFailure(error) && error.status === 401;
      showFaults(
        isRefused ? { password: 'signin.wrong_credentials' } : { form: failureTextOf(error, 'signin.failed') },
      );
    } finally {
      setSending(false);
    }
  };

  return (
    <form className="portico-auth-form" noValidate onSubmit={submit}>
      <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
        {t('login')}
      </h1>
      {reason && !faults && <Notice kind="info">{t(reasons[reason])}</Notice>}
      {faults?.form && <Notice kind="error">{'key' in faults.form ? t(faults.form.key) : faults.form.message}</Notice>}
      <TextField
        ref={email}
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
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
          <Link className="portico-ui-link" href={withLink('/recover', search)}>
            {t('signin.forgot')}
          </Link>
        }
      />
      {/* After a success it stays busy until the route table has moved on. */}
      <Button type="submit" size="large" isBusy={isSending || status === 'signed-in'}>
        {t('login')}
      </Button>
    </form>
  );
}
