import { emailSchema, type FormProviders, findProviderOfEmail, getProviderAddress } from '@portico/contract';
import { addReturnLink, addressAtom, useAtomValue, useForm, useTranslation } from '@portico/shared';
import { Button, CookieNotice, EmailField, FailureNotice, Intro, Notice } from '@portico/ui';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { findEmailError } from '../find-email-error';
import { OfferedPasskeys } from '../passkeys/offered-passkeys';
import { getSignInStart, setSignInStart, useNativeForm, useWhyHere } from '../sign-in-start';
import { ProviderLinks } from './provider-links';
import { useProviderTexts } from './provider-texts';

interface EmailStepProps {
  readonly providers: FormProviders;
  readonly onPassword: (email: string) => void;
}

/** The first step. An e-mail with the domain of a provider leads there; nothing depends on whether it has an account. */
export function EmailStep({ providers, onPassword }: EmailStepProps) {
  const { t } = useTranslation();
  const own = useProviderTexts();
  const { search } = useAtomValue(addressAtom);
  const [start] = useState(getSignInStart);
  const whyHere = useWhyHere(start);
  const form = useForm<'email'>({
    check: (getTyped) => ({ email: findTypedError(getTyped('email')) }),
    async send(getTyped) {
      const email = v.parse(emailSchema, getTyped('email'));
      const provider = findProviderOfEmail(providers, email);
      if (provider) location.assign(getProviderAddress(provider.id, addReturnLink('', search), email));
      else onPassword(email);
    },
    fallback: 'signin.failed',
    first: start,
  });
  useEffect(() => setSignInStart({ email: '' }), []);
  return (
    <form className="portico-auth-form" {...useNativeForm()} noValidate onSubmit={form.submit}>
      <Intro level={1} title={t('login')} />
      {whyHere && <Notice kind="info">{t(whyHere)}</Notice>}
      <CookieNotice t={t} isShown={start.needsCookies} />
      {form.notice && <FailureNotice {...form.notice} />}
      <OfferedPasskeys />
      <EmailField
        {...form.getField('email')}
        label={t('email')}
        defaultValue={start.email}
        autoComplete="username webauthn"
        autoFocus
      />
      <Button type="submit" size="large" {...form.button}>
        {own('next')}
      </Button>
      <ProviderLinks list={providers.list.filter(({ domains }) => domains.length === 0)} variant="quiet" />
    </form>
  );
}

function findTypedError(email: string) {
  const error = findEmailError(email);
  if (error || v.is(emailSchema, email)) return error;
  return { key: 'signin.email_invalid' } as const;
}
