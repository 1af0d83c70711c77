import { setTheme, themeChoiceAtom, themeChoices, useAtomValue, useTranslation } from '@portico/shared';
import { RadioGroup } from '../choice/radio-group';

export function ThemeSection() {
  const { t } = useTranslation();
  return (
    <div className="portico-profile-block portico-profile-close">
      <p className="portico-profile-lead">{t('profile.theme_text')}</p>
      <RadioGroup
        label={t('profile.theme')}
        options={themeChoices.map((value) => ({ value, text: t(`theme.${value}`) }))}
        value={useAtomValue(themeChoiceAtom)}
        onChange={setTheme}
      />
    </div>
  );
}
