import { isSecondFactorStep } from '@portico/contract';
import {
  addReturnLink,
  addressAtom,
  findWrongCredentials,
  isApiFailure,
  Link,
  sessionAtom,
  signIn,
  useAtomValue,
  useForm,
  useLazy,
  usePasswordField,
  useTranslation,
} from '@portico/shared';
import {
  Button,
  buttonClass,
  CookieNotice,
  EmailField,
  FailureNotice,
  Intro,
  Notice,
  PasswordField,
} from '@portico/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { findEmailError, findRefusedEmail } from './find-email-error';
import { LazyForm, prefetchForms, rareForms } from './lazy-form';
import { OfferedPasskeys } from './passkeys/offered-passkeys';
import { getSignInStart, type SignInProps, setSignInStart, useNativeForm, useWhyHere } from './sign-in-start';

export function SignIn({ account, children }: SignInProps) {
  const { t } = useTranslation();
  const { status, reason } = useAtomValue(sessionAtom);
  const { search } = useAtomValue(addressAtom);
  const email = useRef<HTMLInputElement>(null);
  const [start] = useState(getSignInStart);
  const [isSubmitted, setSubmitted] = useState(false);
  // Without it, the form says the same of missing applications, and has no button.
  const { value: rare, load } = useLazy(rareForms);
  const hasNoApplications = reason === 'no-applications';
  const whyHere = useWhyHere(start);
  const [needsFactor, setFactor] = useState(false);

  const form = useForm({
    check: (getTyped) => ({
      email: findEmailError(getTyped('email')),
      password: getTyped('password') ? undefined : { key: 'signin.password_required' },
    }),
    async send(getTyped) {
      await signIn({ email: getTyped('email'), password: getTyped('password') }).catch(async (error: unknown) => {
        if (!isApiFailure(error) || !isSecondFactorStep(error.code)) throw error;
        setSignInStart({ email: getTyped('email'), reason: error.code });
        await prefetchForms();
        setFactor(true);
      });
      // The sign-in may have set a new reason for this screen.
      setSubmitted(false);
    },
    findRefusedFields: (error) => findWrongCredentials(error) ?? findRefusedEmail(error),
    fallback: 'signin.failed',
    first: start,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    setSubmitted(true);
    return form.submit(event);
  };

  useEffect(() => setSignInStart({ email: '' }), []);
  useEffect(() => void (hasNoApplications && load()), [hasNoApplications, load]);
  const prefetchRecovery = () => void prefetchForms();
  const takeEmailAlong = () => setSignInStart({ email: email.current?.value ?? start.email });
  const native = useNativeForm();
  const passwordField = usePasswordField();
  if (needsFactor) return <LazyForm name="factor" SignIn={SignIn} />;
  const needsPassword = start.email !== '' && !start.errors?.email;

  return (
    <form className="portico-auth-form" {...native} noValidate onSubmit={submit}>
      <Intro level={1} title={t('login')} />
      {!isSubmitted &&
        whyHere &&
        (hasNoApplications && rare ? <rare.NoApplications /> : <Notice kind="info">{t(whyHere)}</Notice>)}
      <CookieNotice t={t} isShown={!isSubmitted && start.needsCookies} />
      {form.notice && <FailureNotice {...form.notice} />}
      <OfferedPasskeys />
      {account ?? (
        <EmailField
          {...form.getField('email')}
          ref={email}
          label={t('email')}
          defaultValue={start.email}
          autoComplete="username webauthn"
          autoFocus={!needsPassword}
        />
      )}
      <PasswordField
        {...passwordField}
        {...form.getField('password')}
        label={t('password')}
        autoComplete="current-password"
        autoFocus={needsPassword}
        aria-describedby={account ? 'portico-auth-account' : undefined}
      >
        {/* After a success it stays busy until the route changes. */}
        <Button type="submit" size="large" {...form.button} isBusy={form.isSending || status === 'signed-in'}>
          {t('login')}
        </Button>
      </PasswordField>
      <Link
        className={buttonClass('plain')}
        href={addReturnLink('/recover', search)}
        onPointerEnter={prefetchRecovery}
        onFocus={prefetchRecovery}
        onClick={takeEmailAlong}
      >
        {t('signin.forgot')}
      </Link>
      {children}
    </form>
  );
}
