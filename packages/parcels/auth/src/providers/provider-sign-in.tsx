import { emailSchema, type FormProviders, findProviderOfEmail, formProvidersSchema } from '@portico/contract';
import { adoptStyles, readPage, useTranslation } from '@portico/shared';
import { Button, CookieNotice, FailureNotice, Intro, Notice } from '@portico/ui';
import { type ComponentType, type MouseEvent, useState } from 'react';
import * as v from 'valibot';
import { getSignInStart, type SignInProps, type SignInStart, setSignInStart, useWhyHere } from '../sign-in-start';
import { EmailStep } from './email-step';
import { ProviderLinks } from './provider-links';
import { useProviderTexts } from './provider-texts';
import sheet from './providers.css';

adoptStyles(sheet);

/** The sign-in form of a tenant with providers: the e-mail first, then its provider or the password; or providers alone. */
export function ProviderSignIn({ SignIn }: { readonly SignIn: ComponentType<SignInProps> }) {
  const { t } = useTranslation();
  const [providers] = useState(() => v.parse(formProvidersSchema, readPage().state.providers));
  const [email, setEmail] = useState(() => findPasswordStep(getSignInStart(), providers));
  if (providers.passwordsOff) return <ProvidersAlone providers={providers} />;
  if (email === undefined) {
    const enter = (typed: string) => {
      setSignInStart({ email: typed });
      setEmail(typed);
    };
    return <EmailStep providers={providers} onPassword={enter} />;
  }
  const back = (event: MouseEvent) => {
    event.preventDefault();
    setSignInStart({ email });
    setEmail(undefined);
  };
  return (
    <SignIn account={<Account email={email} />}>
      {/* Without scripts, the page host answers with the first step. */}
      <Button type="submit" variant="plain" name="step" value="email" onClick={back}>
        {t('back')}
      </Button>
    </SignIn>
  );
}

/** The refusals of the first step. */
const emailReasons: ReadonlySet<SignInStart['reason']> = new Set([
  'email-missing',
  'email-malformed',
  'email-step',
  'other-page',
]);

/** Returns the e-mail if the form starts with its password. */
function findPasswordStep({ email, reason }: SignInStart, providers: FormProviders): string | undefined {
  // The page host has decided. While the form is rendered by the build, the e-mail is a slot.
  if (reason) return emailReasons.has(reason) ? undefined : email;
  return v.is(emailSchema, email) && !findProviderOfEmail(providers, email) ? email : undefined;
}

/** The e-mail of the second step. Password managers read the hidden field, and `SignIn` sends it. */
function Account({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  return (
    <div className="portico-auth-account" id="portico-auth-account">
      <span>{t('email')}</span>
      <bdi>{email}</bdi>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
    </div>
  );
}

function ProvidersAlone({ providers }: { readonly providers: FormProviders }) {
  const { t } = useTranslation();
  const own = useProviderTexts();
  const [start] = useState(getSignInStart);
  const whyHere = useWhyHere(start);
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={t('login')} />
      {whyHere && <Notice kind="info">{t(whyHere)}</Notice>}
      <CookieNotice t={t} isShown={start.needsCookies} />
      {start.reason === 'passwords-off' && <FailureNotice text={own('passwords_off')} />}
      <ProviderLinks list={providers.list} variant={providers.list.length === 1 ? 'primary' : 'quiet'} />
    </div>
  );
}
