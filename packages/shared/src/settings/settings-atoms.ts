import { defaultLocale, defaultTheme, type Locale, type Theme } from '@portico/contract';
import { atom } from 'jotai';

/** The language of the shell; changed by `setLocale` alone. */
export const localeAtom = atom<Locale>(defaultLocale);
localeAtom.debugLabel = 'locale';

/** The theme of the shell; changed by `setTheme` alone. */
export const themeAtom = atom<Theme>(defaultTheme);
themeAtom.debugLabel = 'theme';

/** Whether the settings are still being read (specification, section 3). */
export const isLoadingSettingsAtom = atom(true);
isLoadingSettingsAtom.debugLabel = 'isLoadingSettings';
