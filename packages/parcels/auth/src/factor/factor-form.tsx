import {
  addReturnLink,
  addressAtom,
  adoptStyles,
  isApiFailure,
  Link,
  sessionAtom,
  signIn,
  useAtomValue,
  useForm,
  useTranslation,
} from '@portico/shared';
import { Button, buttonClass, FailureNotice, Intro, TextField } from '@portico/ui';
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { getSignInStart, type SignInProps, setSignInStart, useNativeForm } from '../sign-in-start';
import sheet from './factor.css';
import { FactorSetup } from './factor-setup';
import { useFactorTexts } from './factor-texts';

adoptStyles(sheet);

/** The second step of a sign-in by password: a code, or the set-up of a factor that the tenant requires. */
export function FactorForm({ SignIn }: { readonly SignIn: ComponentType<SignInProps> }) {
  const { t } = useTranslation();
  const { search } = useAtomValue(addressAtom);
  const [start] = useState(getSignInStart);
  const [isLeft, setLeft] = useState(false);
  // The next sign-in starts with the password.
  useEffect(() => () => setSignInStart({ email: '' }), []);
  if (isLeft) return <SignIn />;
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    setSignInStart({ email: start.email });
    setLeft(true);
  };
  const renderLink = (className: string, text: string) => (
    <Link className={className} href={addReturnLink('/signin', search)} onClick={leave}>
      {text}
    </Link>
  );
  const back = renderLink(buttonClass('plain'), t('back'));
  return start.reason === 'second-factor-setup-needed' ? (
    <FactorSetup back={back} />
  ) : (
    <FactorStep back={back} restart={renderLink(buttonClass('primary', 'large'), t('login'))} />
  );
}

const neverChange = () => () => {};
const hasScripts = () => true;
/** In the form that the page host sends. */
const hasNoScripts = () => false;

interface FactorStepProps {
  readonly back: ReactNode;
  /** Leads to the form after the step has expired. */
  readonly restart: ReactNode;
}

function FactorStep({ back, restart }: FactorStepProps) {
  const { t } = useTranslation();
  const own = useFactorTexts();
  const { status } = useAtomValue(sessionAtom);
  const [start] = useState(getSignInStart);
  const [hasRecovery, setRecovery] = useState(false);
  const isScripted = useSyncExternalStore(neverChange, hasScripts, hasNoScripts);
  const [isTrusted, setTrusted] = useState(false);
  const [isExpired, setExpired] = useState(start.reason === 'second-factor-expired');
  const required = hasRecovery ? 'recovery_required' : 'code_required';
  const form = useForm<'code'>({
    check: (getTyped) => ({
      code: isWellFormed(getTyped('code'), hasRecovery) ? undefined : { getText: () => own(required) },
    }),
    send: (getTyped) => signIn({ code: getTyped('code'), trust: isTrusted }, 'auth/factor'),
    findRefusedFields(error) {
      if (!isApiFailure(error)) return undefined;
      if (error.code === 'second-factor-expired') setExpired(true);
      return error.code === 'second-factor-wrong' ? { code: { getText: () => own('wrong') } } : undefined;
    },
    fallback: 'signin.failed',
    first: {
      ...(start.reason === 'second-factor-wrong' && { errors: { code: { getText: () => own('wrong') } } }),
      failure: start.failure,
    },
  });
  const native = useNativeForm();
  if (isExpired) {
    return (
      <div className="portico-auth-form">
        <Intro level={1} title={own('title')} />
        <FailureNotice text={own('expired')} />
        {restart}
      </div>
    );
  }
  return (
    <form className="portico-auth-form" {...native} noValidate onSubmit={form.submit}>
      <Intro level={1} title={own('title')} text={own(hasRecovery ? 'recovery_lead' : 'lead')} />
      {form.notice && <FailureNotice {...form.notice} />}
      <input type="hidden" name="email" value={start.email} />
      <TextField
        {...form.getField('code')}
        key={String(hasRecovery)}
        label={own(hasRecovery ? 'recovery_code' : 'code')}
        // Without scripts the same field takes a recovery code, which has letters.
        inputMode={isScripted && !hasRecovery ? 'numeric' : undefined}
        autoComplete={hasRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        required
        autoFocus
      />
      <p className="portico-auth-unscripted">{own('or_recovery')}</p>
      <label className="portico-auth-trust">
        <input type="checkbox" name="trust" checked={isTrusted} onChange={({ target }) => setTrusted(target.checked)} />
        {own('trust')}
      </label>
      {/* After a success it stays busy until the route changes. */}
      <Button type="submit" size="large" {...form.button} isBusy={form.isSending || status === 'signed-in'}>
        {t('login')}
      </Button>
      <Button
        variant="plain"
        className="portico-auth-scripted"
        onClick={() => {
          form.clear();
          setRecovery(!hasRecovery);
        }}
      >
        {own(hasRecovery ? 'use_app' : 'use_recovery')}
      </Button>
      {back}
    </form>
  );
}

function isWellFormed(code: string, isRecovery: boolean): boolean {
  const plain = code.replace(/[\s-]/g, '');
  return isRecovery ? /^[0-9a-z]{24}$/i.test(plain) : /^\d{6}$/.test(plain);
}
