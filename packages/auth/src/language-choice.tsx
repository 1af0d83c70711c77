import { type Locale, localeAtom, locales, setLocale, useAtomValue, useTranslation } from '@portico/shared';
import { Button, Notice } from '@portico/ui';
import { useState } from 'react';

// Each language is named in itself, whatever the language of the page.
const names: Record<Locale, { readonly text: string; readonly lang: string }> = {
  pt: { text: 'Português', lang: 'pt-BR' },
  en: { text: 'English', lang: 'en' },
};

export function LanguageChoice() {
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
