import {
  currentTenant,
  type Locale,
  localeAtom,
  locales,
  type ParcelProps,
  setLocale,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { ArchDrawing, Button, Notice, TenantLogo } from '@portico/ui';
import { useState } from 'react';
import { LazyRecovery } from './recovery/lazy-recovery';
import { SignIn } from './sign-in';

/** The screens of a user who is signed out: the tenant on one side, a form on the other. */
export function AuthScreen({ screen }: ParcelProps) {
  return (
    <div className="portico-auth">
      <div className="portico-auth-panel">
        <Brand />
        <ArchDrawing isCovering />
      </div>
      <div className="portico-auth-side">
        <div className="portico-auth-content">
          <Brand />
          {screen === 'recover' ? <LazyRecovery /> : <SignIn />}
          <LanguageChoice />
        </div>
      </div>
    </div>
  );
}

function Brand() {
  const tenant = currentTenant();
  if (!tenant) return null;
  return (
    <div className="portico-auth-brand">
      <TenantLogo name={tenant.name} logo={tenant.logo} />
      {tenant.name}
    </div>
  );
}

// Each language by its own name.
const names: Record<Locale, { readonly text: string; readonly lang: string }> = {
  pt: { text: 'Português', lang: 'pt-BR' },
  en: { text: 'English', lang: 'en' },
};

function LanguageChoice() {
  const { t } = useTranslation();
  const current = useAtomValue(localeAtom);
  const [hasFailed, setFailed] = useState(false);

  const choose = async (locale: Locale) => {
    setFailed(false);
    try {
      await setLocale(locale);
    } catch {
      setFailed(true);
    }
  };

  return (
    <div className="portico-auth-languages">
      {locales.map((locale) => (
        <Button
          key={locale}
          variant="plain"
          lang={names[locale].lang}
          aria-pressed={locale === current}
          onClick={() => choose(locale)}
        >
          {names[locale].text}
        </Button>
      ))}
      {hasFailed && <Notice kind="error">{t('language_failed')}</Notice>}
    </div>
  );
}
