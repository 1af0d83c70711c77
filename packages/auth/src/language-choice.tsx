import { type Locale, localeAtom, locales, setLocale, useAtomValue } from '@portico/shared';
import { Button } from '@portico/ui';

// Each language is named in itself, whatever the language of the page.
const names: Record<Locale, { readonly text: string; readonly lang: string }> = {
  pt: { text: 'Português', lang: 'pt-BR' },
  en: { text: 'English', lang: 'en' },
};

export function LanguageChoice() {
  const current = useAtomValue(localeAtom);
  return (
    <div className="portico-auth-languages">
      {locales.map((locale) => (
        <Button
          key={locale}
          variant="plain"
          lang={names[locale].lang}
          aria-pressed={locale === current}
          onClick={() => void setLocale(locale)}
        >
          {names[locale].text}
        </Button>
      ))}
    </div>
  );
}
