import {
  languageNames,
  locales,
  setTheme,
  store,
  type ThemeChoice,
  themeChoiceAtom,
  themeChoices,
  useLanguageChoice,
  useTranslation,
} from '@portico/shared';
import { Button, FailureNotice, IconButton, type IconName } from '@portico/ui';
import { useSyncExternalStore } from 'react';

const icons: Record<ThemeChoice, IconName> = { light: 'sun', dark: 'moon', system: 'screen' };

const followTheme = (onChange: () => void) => store.sub(themeChoiceAtom, onChange);
const getTheme = () => store.get(themeChoiceAtom);

/** The choice of the language and of the theme, for users who may not have a profile. */
export function SettingsChoice() {
  const { t } = useTranslation();
  const language = useLanguageChoice();
  const theme = useSyncExternalStore(followTheme, getTheme, () => 'light');
  return (
    <div className="portico-auth-settings">
      {locales.map((locale) => (
        <Button
          key={locale}
          variant="plain"
          lang={languageNames[locale].lang}
          aria-pressed={locale === language.chosen}
          onClick={() => language.choose(locale)}
        >
          {languageNames[locale].text}
        </Button>
      ))}
      {themeChoices.map((choice) => (
        <IconButton
          key={choice}
          icon={icons[choice]}
          label={t(`theme.${choice}`)}
          value={choice}
          aria-pressed={choice === theme}
          onClick={() => setTheme(choice)}
        />
      ))}
      {language.hasFailed && <FailureNotice text={t('language_failed')} />}
    </div>
  );
}
