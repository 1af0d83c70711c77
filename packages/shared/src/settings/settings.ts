import { defaultLocale, defaultTheme, type Locale, localeSchema, type Theme, themeSchema } from '@portico/contract';
import { dispatchPortalEvent } from '../events/portal-events';
import { loadCatalogue } from '../i18n/i18n';
import { store } from '../store';
import { isLoadingSettingsAtom, localeAtom, themeAtom } from './settings-atoms';
import { readStoredSetting, storeSetting } from './stored-setting';

const localeKey = 'portico:locale';
const themeKey = 'portico:theme';

/** Reads the kept settings, applies them to the document and loads the catalogue of the language. */
export async function restoreSettings(): Promise<void> {
  const locale = readStoredSetting(localeKey, localeSchema, defaultLocale);
  const theme = readStoredSetting(themeKey, themeSchema, defaultTheme);
  applyTheme(theme);
  // Better in the other language than not at all.
  await applyLocale(locale).catch(() => applyLocale(locale === 'pt' ? 'en' : 'pt'));
  store.set(isLoadingSettingsAtom, false);
}

/** Changes the theme everywhere, keeps it, and tells the modules. */
export function setTheme(theme: Theme): void {
  if (theme === store.get(themeAtom)) return;
  applyTheme(theme);
  storeSetting(themeKey, theme);
  dispatchPortalEvent('container:theme', theme);
}

/** Changes the language everywhere once its texts are there, keeps it, and tells the modules. */
export async function setLocale(locale: Locale): Promise<void> {
  if (locale === store.get(localeAtom)) return;
  await applyLocale(locale);
  storeSetting(localeKey, locale);
  dispatchPortalEvent('container:locale', locale);
}

function applyTheme(theme: Theme): void {
  store.set(themeAtom, theme);
  document.documentElement.setAttribute('display-mode', theme);
}

async function applyLocale(locale: Locale): Promise<void> {
  await loadCatalogue(locale);
  store.set(localeAtom, locale);
  document.documentElement.lang = locale === 'pt' ? 'pt-BR' : locale;
}
