import {
  languageNames,
  locales,
  setTheme,
  themeChoiceAtom,
  themeChoices,
  useAtomValue,
  useLanguageChoice,
  useTranslation,
} from '@portico/shared';
import { CookieNotice, FailureNotice } from '@portico/ui';
import { useId } from 'react';

export function LanguageSection() {
  const { t } = useTranslation();
  const { chosen, hasFailed, choose } = useLanguageChoice();
  return (
    <div className="portico-profile-block portico-profile-close">
      <p className="portico-profile-lead">{t('profile.language_text')}</p>
      <CookieNotice t={t} />
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

export function ThemeSection() {
  const { t } = useTranslation();
  return (
    <div className="portico-profile-block portico-profile-close">
      <p className="portico-profile-lead">{t('profile.theme_text')}</p>
      <CookieNotice t={t} />
      <RadioGroup
        label={t('profile.theme')}
        options={themeChoices.map((value) => ({ value, text: t(`theme.${value}`) }))}
        value={useAtomValue(themeChoiceAtom)}
        onChange={setTheme}
      />
    </div>
  );
}

interface RadioGroupProps<Value extends string> {
  /** Names the group for assistive technology. */
  readonly label: string;
  /** `lang` is the language of the text, if it differs from the page's. */
  readonly options: readonly { readonly value: Value; readonly text: string; readonly lang?: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of one among a few, all visible. */
export function RadioGroup<Value extends string>({ label, options, value, onChange }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className="portico-profile-radio-group">
      <legend className="portico-ui-hidden">{label}</legend>
      {options.map((option) => (
        <label className="portico-profile-choice" key={option.value} lang={option.lang}>
          <input
            className="portico-profile-radio"
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className="portico-profile-choice-label">{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
