import {
  addReturnLink,
  addressAtom,
  findWrongCredentials,
  Link,
  readPage,
  type SignedOutReason,
  sessionAtom,
  signIn,
  type TextKey,
  useAtomValue,
  useForm,
  usePasswordField,
  useTranslation,
} from '@portico/shared';
import { Button, EmailField, FailureNotice, Notice, PasswordField } from '@portico/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { findEmailError } from './find-email-error';
import { prefetchRecovery } from './recovery/lazy-recovery';
import { getSignInStart, setSignInStart } from './sign-in-start';

const reasonTexts: Record<SignedOutReason, TextKey> = {
  'no-applications': 'signin.reason.no_applications',
  'account-refused': 'signin.reason.account_refused',
  'session-ended': 'signin.reason.session_ended',
};

export function SignIn() {
  const { t } = useTranslation();
  const { status, reason } = useAtomValue(sessionAtom);
  const { search } = useAtomValue(addressAtom);
  // Works before this script runs, and without it, but not for an API on another origin.
  const native = !URL.canParse(readPage().configuration.apiUrl) && {
    method: 'post',
    action: addReturnLink('/signin', search),
  };
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [start] = useState(getSignInStart);
  const [isSubmitted, setSubmitted] = useState(false);
  const whyHere = start.isRecovered ? 'signin.password_changed' : reason && reasonTexts[reason];

  const form = useForm({
    inputs: { email, password },
    check: (getTyped) => ({
      email: findEmailError(getTyped('email')),
      password: getTyped('password') ? undefined : { key: 'signin.password_required' },
    }),
    async send(getTyped) {
      await signIn({ email: getTyped('email'), password: getTyped('password') });
      // The sign-in may have given a new reason to be here.
      setSubmitted(false);
    },
    findRefusedFields: findWrongCredentials,
    fallback: 'signin.failed',
    first: start,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    setSubmitted(true);
    return form.submit(event);
  };

  useEffect(() => {
    setSignInStart({ email: '' });
    if (!start.isRecovered) return;
    return runAfterNavigation(() => password.current?.focus());
  }, [start]);

  return (
    <form className="portico-auth-form" {...native} noValidate onSubmit={submit}>
      <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
        {t('login')}
      </h1>
      {!isSubmitted && whyHere && <Notice kind="info">{t(whyHere)}</Notice>}
      {form.notice && <FailureNotice {...form.notice} />}
      <EmailField {...form.getField('email')} label={t('email')} defaultValue={start.email} />
      <PasswordField
        {...usePasswordField()}
        {...form.getField('password')}
        label={t('password')}
        autoComplete="current-password"
        trailing={
          <Link
            className="portico-ui-link"
            href={addReturnLink('/recover', search)}
            onPointerEnter={prefetchRecovery}
            onFocus={prefetchRecovery}
          >
            {t('signin.forgot')}
          </Link>
        }
      />
      {/* After a success it stays busy until the route changes. */}
      <Button type="submit" size="large" {...form.button} isBusy={form.isSending || status === 'signed-in'}>
        {t('login')}
      </Button>
    </form>
  );
}

/** Runs at once, and again after the shell has moved the focus to the content, which takes it two frames. */
function runAfterNavigation(task: () => void): () => void {
  task();
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(task);
  });
  return () => cancelAnimationFrame(frame);
}
