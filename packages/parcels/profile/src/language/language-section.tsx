import { type Locale, localeAtom, locales, setLocale, useAtomValue, useTranslation } from '@portico/shared';
import { FailureNotice } from '@portico/ui';
import { useState } from 'react';
import { RadioGroup } from '../choice/radio-group';

// Each language is named in itself, in every language of the page.
const options: Record<Locale, { readonly text: string; readonly lang: string }> = {
  pt: { text: 'Português', lang: 'pt-BR' },
  en: { text: 'English', lang: 'en' },
};

export function LanguageSection() {
  const { t } = useTranslation();
  const current = useAtomValue(localeAtom);
  // Set while its texts load.
  const [wanted, setWanted] = useState<Locale>();
  const [hasFailed, setFailed] = useState(false);

  const choose = async (locale: Locale) => {
    setFailed(false);
    setWanted(locale);
    try {
      await setLocale(locale);
    } catch {
      setFailed(true);
    } finally {
      setWanted((present) => (present === locale ? undefined : present));
    }
  };

  return (
    <div className="portico-profile-block portico-profile-close">
      <p className="portico-profile-lead">{t('profile.language_text')}</p>
      <RadioGroup
        label={t('language')}
        options={locales.map((value) => ({ value, ...options[value] }))}
        value={wanted ?? current}
        onChange={choose}
      />
      {hasFailed && <FailureNotice text={t('language_failed')} />}
    </div>
  );
}
