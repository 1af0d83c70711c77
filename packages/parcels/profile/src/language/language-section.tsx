import { languageNames, locales, useLanguageChoice, useTranslation } from '@portico/shared';
import { FailureNotice } from '@portico/ui';
import { RadioGroup } from '../choice/radio-group';

export function LanguageSection() {
  const { t } = useTranslation();
  const { chosen, hasFailed, choose } = useLanguageChoice();
  return (
    <div className="portico-profile-block portico-profile-close">
      <p className="portico-profile-lead">{t('profile.language_text')}</p>
      <RadioGroup
        label={t('language')}
        options={locales.map((value) => ({ value, ...languageNames[value] }))}
        value={chosen}
        onChange={choose}
      />
      {hasFailed && <FailureNotice text={t('language_failed')} />}
    </div>
  );
}
