import { defaultLocale, defaultTheme, type Locale, localeSchema, type Theme, themeSchema } from '@portico/contract';
import { atom } from 'jotai';
import * as v from 'valibot';
import { dispatchPortalEvent } from '../events/portal-events';
import { activateLocale, loadTexts } from '../i18n/i18n';
import { store } from '../store';

/** The language of the shell. Change it with `setLocale`. */
export const localeAtom = atom<Locale>(defaultLocale);
localeAtom.debugLabel = 'locale';

/** The theme of the shell. Change it with `setTheme`. */
export const themeAtom = atom<Theme>(defaultTheme);
themeAtom.debugLabel = 'theme';

const localeKey = 'portico:locale';
const themeKey = 'portico:theme';

/** Reads the stored settings, applies them to the document and loads the texts of the language. */
export async function restoreSettings(): Promise<void> {
  const locale = readLocale(defaultLocale);
  applyTheme(readTheme(defaultTheme));
  // Better the other language than no texts.
  await applyLocale(locale).catch(() => applyLocale(locale === 'pt' ? 'en' : 'pt'));
}

/** Follows changes of other tabs, also after a return from the back-forward cache. A language that does not load is not applied. */
export function keepSettingsCurrent(): void {
  const follow = () => {
    changeTheme(readTheme(store.get(themeAtom)));
    changeLocale(readLocale(store.get(localeAtom))).catch(() => undefined);
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === themeKey || key === localeKey) follow();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
}

/** Changes the theme, stores it, and tells the modules. */
export function setTheme(theme: Theme): void {
  // Before the event: its handlers may read the storage.
  if (theme !== store.get(themeAtom)) storeSetting(themeKey, theme);
  changeTheme(theme);
}

/**
 * Changes the language once its texts are loaded, stores it, and tells the modules.
 * @throws Error when the texts do not load; the language stays
 */
export async function setLocale(locale: Locale): Promise<void> {
  await changeLocale(locale, () => storeSetting(localeKey, locale));
}

function changeTheme(theme: Theme): void {
  if (theme === store.get(themeAtom)) return;
  applyTheme(theme);
  dispatchPortalEvent('container:theme', theme);
}

/** @param onChange called once the texts are loaded, before the language is announced */
async function changeLocale(locale: Locale, onChange?: () => void): Promise<void> {
  if (!(await applyLocale(locale))) return;
  onChange?.();
  dispatchPortalEvent('container:locale', locale);
}

/** Writes both into the document again, in case a module changed them there. */
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

/** The later of two changes wins, whichever texts load first. */
let wantedLocale: Locale | undefined;

async function applyLocale(locale: Locale): Promise<boolean> {
  wantedLocale = locale;
  await loadTexts(locale);
  if (wantedLocale !== locale) return false;
  await activateLocale(locale);
  const isChange = store.get(localeAtom) !== locale;
  store.set(localeAtom, locale);
  writeLocale(locale);
  return isChange;
}

function writeLocale(locale: Locale): void {
  document.documentElement.lang = locale === 'pt' ? 'pt-BR' : locale;
}

function readTheme(fallback: Theme): Theme {
  return readStoredSetting(themeKey, themeSchema, fallback);
}

function readLocale(fallback: Locale): Locale {
  return readStoredSetting(localeKey, localeSchema, fallback);
}

/** Reads a setting from local storage; the fallback if it is missing, unreadable or invalid. */
function readStoredSetting<Value>(key: string, schema: v.GenericSchema<unknown, Value>, fallback: Value): Value {
  try {
    const result = v.safeParse(schema, localStorage.getItem(key));
    return result.success ? result.output : fallback;
  } catch {
    return fallback;
  }
}

/** Writes a setting to local storage. If storage is full or forbidden, the setting lasts as long as the page. */
function storeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting still applies to this page.
  }
}
