import {
  defaultLocale,
  defaultTheme,
  formatLook,
  type Locale,
  languageTags,
  localeSchema,
  lookCookieName,
  type Theme,
  type ThemeChoice,
  themeChoiceSchema,
} from '@portico/contract';
import { atom } from 'jotai';
import * as v from 'valibot';
import { dispatchPortalEvent } from '../page/browser-events';
import { readStorage, writeStorage } from '../page/storage';
import { store } from '../store';
import { i18n, loadTexts } from '../texts/i18n';

/** The language of the shell. Change it with `setLocale`. */
export const localeAtom = atom<Locale>(defaultLocale);
localeAtom.debugLabel = 'locale';

/** The theme on screen. Change it with `setTheme`. */
export const themeAtom = atom<Theme>(defaultTheme);
themeAtom.debugLabel = 'theme';

/** The choice of the user: a theme or `system`. */
export const themeChoiceAtom = atom<ThemeChoice>(defaultTheme);
themeChoiceAtom.debugLabel = 'themeChoice';

const localeKey = 'portico:locale';
const themeKey = 'portico:theme';
const darkSystem = '(prefers-color-scheme: dark)';

/** Reads the stored settings, applies them to the document and loads the texts of the language. */
export async function restoreSettings(): Promise<void> {
  const locale = readSetting(localeKey, localeSchema, defaultLocale);
  setTheme(readSetting(themeKey, themeChoiceSchema, defaultTheme));
  // Fall back to the other language.
  await applyLocale(locale).catch(() => applyLocale(locale === 'pt' ? 'en' : 'pt'));
}

/**
 * Follows the theme of the system, and changes of other tabs, also after a return from the back-forward cache. Ignores a
 * language that does not load.
 */
export function keepSettingsCurrent(): void {
  const followTheme = () => setTheme(readSetting(themeKey, themeChoiceSchema, store.get(themeChoiceAtom)));
  const followLocale = () =>
    void setLocale(readSetting(localeKey, localeSchema, store.get(localeAtom))).catch(() => undefined);
  window.addEventListener('storage', ({ key }) => {
    if (key === themeKey) followTheme();
    // A change of the theme must not drop a language that is still loading and not yet stored.
    if (key === localeKey) followLocale();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    followTheme();
    followLocale();
  });
  matchMedia(darkSystem).addEventListener('change', () => setTheme(store.get(themeChoiceAtom)));
}

/** Changes the theme, stores the choice, and announces it to the modules. */
export function setTheme(choice: ThemeChoice): void {
  // Store it before the event, whose handlers may read the storage.
  if (choice !== store.get(themeChoiceAtom)) storeSetting(themeKey, choice);
  const before = store.get(themeAtom);
  const theme = choice === 'system' ? getSystemTheme() : choice;
  const isOther = document.documentElement.getAttribute('display-mode') !== theme;
  writeTheme(choice, theme);
  // Only then: it makes the browser compute the style of the whole page.
  if (isOther) colorBrowserBar();
  store.set(themeChoiceAtom, choice);
  store.set(themeAtom, theme);
  writeLook();
  if (theme !== before) dispatchPortalEvent('container:theme', theme);
}

/** Changes the language once its texts are loaded, stores it, and tells the modules. Rejects if they do not load. */
export async function setLocale(locale: Locale): Promise<void> {
  if (!(await applyLocale(locale))) return;
  storeSetting(localeKey, locale);
  dispatchPortalEvent('container:locale', locale);
}

/** Writes both settings into the document again: a module may have changed them there. */
export function rewriteSettings(): void {
  writeTheme(store.get(themeChoiceAtom), store.get(themeAtom));
  writeLocale(store.get(localeAtom));
}

function colorBrowserBar(): void {
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--portico-surface'));
}

function writeTheme(choice: ThemeChoice, theme: Theme): void {
  writeAttribute('display-mode', theme);
  writeAttribute('data-theme-choice', choice);
}

function getSystemTheme(): Theme {
  return matchMedia(darkSystem).matches ? 'dark' : 'light';
}

/** The language of the latest change. It wins even if its texts load first. */
let wantedLocale: Locale | undefined;

/** @returns whether it changed the language */
async function applyLocale(locale: Locale): Promise<boolean> {
  wantedLocale = locale;
  await loadTexts(locale);
  if (wantedLocale !== locale) return false;
  // No need to await: i18next has the texts already.
  void i18n.changeLanguage(locale);
  const isChange = store.get(localeAtom) !== locale;
  store.set(localeAtom, locale);
  writeLocale(locale);
  writeLook();
  return isChange;
}

function writeLocale(locale: Locale): void {
  writeAttribute('lang', languageTags[locale]);
}

/** Writes an attribute of the page if it differs: Chromium restyles all elements whenever `lang` is set. */
function writeAttribute(name: string, value: string): void {
  const root = document.documentElement;
  if (root.getAttribute(name) !== value) root.setAttribute(name, value);
}

/** Stores the look in a cookie, so that the page host renders the next page in it. */
function writeLook(): void {
  const look = formatLook({ locale: store.get(localeAtom), theme: store.get(themeAtom) });
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have had the Cookie Store API only since 2025.
  document.cookie = `${lookCookieName}=${look};path=/;max-age=31536000;samesite=lax`;
}

/** Reads a setting from local storage; the fallback if it is missing, unreadable or invalid. */
function readSetting<Value>(key: string, schema: v.GenericSchema<unknown, Value>, fallback: Value): Value {
  const result = v.safeParse(schema, readStorage('localStorage', key));
  return result.success ? result.output : fallback;
}

/** Stores a setting unless it is stored: a tab that follows another one must not overwrite a newer choice. */
function storeSetting(key: string, value: string): void {
  if (readStorage('localStorage', key) !== value) writeStorage('localStorage', key, value);
}
