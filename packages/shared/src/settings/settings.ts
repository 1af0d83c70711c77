import { defaultLocale, defaultTheme, type Locale, localeSchema, type Theme, themeSchema } from '@portico/contract';
import { dispatchPortalEvent } from '../events/portal-events';
import { activateLocale, loadTexts } from '../i18n/i18n';
import { store } from '../store';
import { isLoadingSettingsAtom, localeAtom, themeAtom } from './settings-atoms';
import { readStoredSetting, storeSetting } from './stored-setting';

const localeKey = 'portico:locale';
const themeKey = 'portico:theme';

/** Reads the kept settings, applies them to the document and loads the texts of the language. */
export async function restoreSettings(): Promise<void> {
  const locale = storedLocale(defaultLocale);
  applyTheme(storedTheme(defaultTheme));
  // Better in the other language than not at all.
  await applyLocale(locale).catch(() => applyLocale(locale === 'pt' ? 'en' : 'pt'));
  store.set(isLoadingSettingsAtom, false);
}

/** Follows what other tabs choose, also while this one was kept away by "back"; a language that does not load stays out. */
export function keepSettingsCurrent(): void {
  const follow = () => {
    changeTheme(storedTheme(store.get(themeAtom)));
    changeLocale(storedLocale(store.get(localeAtom))).catch(() => undefined);
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === themeKey || key === localeKey) follow();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
}

/** Changes the theme everywhere, keeps it, and tells the modules. */
export function setTheme(theme: Theme): void {
  if (changeTheme(theme)) storeSetting(themeKey, theme);
}

/** Changes the language everywhere once its texts are there, keeps it, and tells the modules. */
export async function setLocale(locale: Locale): Promise<void> {
  if (await changeLocale(locale)) storeSetting(localeKey, locale);
}

function changeTheme(theme: Theme): boolean {
  if (theme === store.get(themeAtom)) return false;
  applyTheme(theme);
  dispatchPortalEvent('container:theme', theme);
  return true;
}

async function changeLocale(locale: Locale): Promise<boolean> {
  const isChange = await applyLocale(locale);
  if (isChange) dispatchPortalEvent('container:locale', locale);
  return isChange;
}

/** Writes both into the document again, in case that a module has changed what stands there. */
export function rewriteSettings(): void {
  writeTheme(store.get(themeAtom));
  writeLocale(store.get(localeAtom));
}

function applyTheme(theme: Theme): void {
  store.set(themeAtom, theme);
  writeTheme(theme);
}

function writeTheme(theme: Theme): void {
  document.documentElement.setAttribute('display-mode', theme);
}

/** Of two choices at once the later one holds, whichever texts arrive first. */
let wantedLocale: Locale | undefined;

async function applyLocale(locale: Locale): Promise<boolean> {
  wantedLocale = locale;
  await loadTexts(locale);
  if (wantedLocale !== locale) return false;
  const isChange = store.get(localeAtom) !== locale;
  await activateLocale(locale);
  store.set(localeAtom, locale);
  writeLocale(locale);
  return isChange;
}

function writeLocale(locale: Locale): void {
  document.documentElement.lang = locale === 'pt' ? 'pt-BR' : locale;
}

function storedTheme(fallback: Theme): Theme {
  return readStoredSetting(themeKey, themeSchema, fallback);
}

function storedLocale(fallback: Locale): Locale {
  return readStoredSetting(localeKey, localeSchema, fallback);
}
