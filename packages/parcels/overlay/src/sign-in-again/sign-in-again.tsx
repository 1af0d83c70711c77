import { findProviderOfEmail, formProvidersSchema, getProviderAddress, newTabQuery } from '@portico/contract';
import {
  findWrongCredentials,
  isApiFailure,
  readPage,
  signIn,
  signOut,
  useForm,
  usePasswordField,
  useTranslation,
} from '@portico/shared';
import {
  Button,
  buttonClass,
  CookieNotice,
  EmailField,
  FailureNotice,
  Modal,
  Notice,
  PasswordField,
} from '@portico/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useAgainTexts } from './sign-in-again-texts';

const factorCodes: readonly string[] = ['second-factor-needed', 'second-factor-setup-needed'];

/**
 * Lets the same user sign in again in a dialog; the screen below keeps its input. A provider, a passkey or a second
 * factor leads to another tab: this one continues with the session that the user gets there.
 */
export function SignInAgain({ email }: { readonly email: string }) {
  const { t } = useTranslation();
  const own = useAgainTexts();
  const password = useRef<HTMLInputElement>(null);
  const firstLink = useRef<HTMLAnchorElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [hint, setHint] = useState<'come_back' | 'factor'>();
  const [ways] = useState(() => findWays(email));
  const needsFactor = hint === 'factor';
  const hasPassword = ways.hasPassword && !needsFactor;
  const form = useForm({
    check: (getTyped) => ({ password: getTyped('password') ? undefined : { key: 'signin.password_required' } }),
    async send(getTyped) {
      await signIn({ email, password: getTyped('password') }).catch((error: unknown) => {
        if (!isApiFailure(error) || !factorCodes.includes(error.code)) throw error;
        setHint('factor');
      });
    },
    findRefusedFields: findWrongCredentials,
    fallback: 'signin.failed',
    isBlocked: isLeaving || !hasPassword,
  });
  useLayoutEffect(() => {
    if (needsFactor) firstLink.current?.focus();
  }, [needsFactor]);

  const leave = () => {
    if (form.isSending) return;
    setLeaving(true);
    void signOut();
  };
  const passwordField = usePasswordField();
  const shown = needsFactor ? [newTab] : ways.links;

  return (
    <Modal title={t('expired.title')} text={t('expired.text')} first={hasPassword ? password : firstLink}>
      <form className="portico-overlay-form" noValidate onSubmit={form.submit}>
        <CookieNotice t={t} />
        {form.notice && <FailureNotice {...form.notice} />}
        {hint && <Notice kind="info">{own(hint)}</Notice>}
        <EmailField label={t('email')} value={email} readOnly required={false} />
        {hasPassword && (
          <PasswordField
            {...passwordField}
            {...form.getField('password')}
            ref={password}
            label={t('password')}
            autoComplete="current-password"
          >
            <Button type="submit" size="large" {...form.button}>
              {t('login')}
            </Button>
          </PasswordField>
        )}
        {shown.map(({ href, provider }, index) => (
          <a
            key={href}
            ref={index === 0 ? firstLink : undefined}
            className={buttonClass(hasPassword || index > 0 ? 'quiet' : 'primary', 'large')}
            href={href}
            target="_blank"
            rel="noopener"
            onClick={() => setHint(hint ?? 'come_back')}
          >
            {provider ? own('continue_with', { name: provider }) : own('new_tab')}
            <span className="portico-ui-hidden"> ({t('new_tab')})</span>
          </a>
        ))}
        <Button variant="plain" isBusy={isLeaving} onClick={leave}>
          {t('expired.someone_else')}
        </Button>
      </form>
    </Modal>
  );
}

interface TabLink {
  readonly href: string;
  readonly provider?: string;
}

/** Leads home after the sign-in, which says there that the tab can be closed. */
const search = `?${new URLSearchParams({ link: `/${newTabQuery}` })}`;

/** The sign-in form, with passkeys and second factors. */
const newTab: TabLink = { href: `/signin${search}` };

/** Finds how the user may sign in again, by the rules of the sign-in form: the domain of a provider leads there. */
function findWays(email: string): { readonly hasPassword: boolean; readonly links: readonly TabLink[] } {
  const { providers } = readPage().state;
  if (!v.is(formProvidersSchema, providers)) return { hasPassword: true, links: [newTab] };
  const { list, passwordsOff } = providers;
  const provider = findProviderOfEmail(providers, email);
  const fitting = provider ? [provider] : list.filter(({ domains }) => domains.length === 0);
  const links = (passwordsOff ? list : fitting).map(({ id, name }) => ({
    href: getProviderAddress(id, search, email),
    provider: name,
  }));
  return { hasPassword: !passwordsOff && !provider, links: passwordsOff ? links : [...links, newTab] };
}
