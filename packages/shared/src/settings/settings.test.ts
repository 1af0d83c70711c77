import { waitFor } from '@testing-library/react';
import { translations } from '../i18n/i18n';
import { store } from '../store';
import { startTestPortal, type TestPortal } from '../testing';
import { keepSettingsCurrent, restoreSettings, setLocale, setTheme } from './settings';
import { isLoadingSettingsAtom, localeAtom, themeAtom } from './settings-atoms';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  keepSettingsCurrent();
});
beforeEach(() => portal.reset());
afterAll(() => portal.close());

function heard(name: string): unknown[] {
  const details: unknown[] = [];
  window.addEventListener(name, (event) => details.push(event instanceof CustomEvent && event.detail));
  return details;
}

test('starts in Portuguese and light', () => {
  expect(store.get(localeAtom)).toBe('pt');
  expect(store.get(themeAtom)).toBe('light');
  expect(store.get(isLoadingSettingsAtom)).toBe(false);
  expect(document.documentElement).toHaveAttribute('display-mode', 'light');
});

test('a change of language is kept, applied to the document and told to the modules unchanged', async () => {
  const details = heard('container:locale');
  await setLocale('en');
  expect(localStorage.getItem('portico:locale')).toBe('en');
  expect(document.documentElement.lang).toBe('en');
  expect(translations.t('logout')).toBe('Logout');
  expect(details).toEqual(['en']);
});

test('a change of theme is kept, applied to the document and told to the modules', () => {
  const details = heard('container:theme');
  setTheme('dark');
  setTheme('dark');
  expect(localStorage.getItem('portico:theme')).toBe('dark');
  expect(document.documentElement).toHaveAttribute('display-mode', 'dark');
  expect(details).toEqual(['dark']);
});

test('what is kept is restored, and what is no setting is ignored', async () => {
  localStorage.setItem('portico:locale', 'en');
  localStorage.setItem('portico:theme', '"><script>');
  await restoreSettings();
  expect(store.get(localeAtom)).toBe('en');
  expect(store.get(themeAtom)).toBe('light');
});

test('of two choices at once the later one holds', async () => {
  await Promise.all([setLocale('en'), setLocale('pt')]);
  expect(store.get(localeAtom)).toBe('pt');
  expect(translations.t('logout')).toBe('Sair');
  expect(document.documentElement.lang).toBe('pt-BR');
});

/** What another tab does, as far as this one sees. */
function chooseElsewhere(key: string, value: string): void {
  localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

test('follows the choices of other tabs, and tells the modules', async () => {
  const themes = heard('container:theme');
  const locales = heard('container:locale');
  chooseElsewhere('portico:theme', 'dark');
  chooseElsewhere('portico:locale', 'en');
  await waitFor(() => expect(store.get(localeAtom)).toBe('en'));
  expect(document.documentElement).toHaveAttribute('display-mode', 'dark');
  expect(translations.t('logout')).toBe('Logout');
  expect([themes, locales]).toEqual([['dark'], ['en']]);
});

test('stays as it is when another tab writes what is no setting', () => {
  setTheme('dark');
  chooseElsewhere('portico:theme', 'purple');
  chooseElsewhere('elsewhere', 'light');
  expect(store.get(themeAtom)).toBe('dark');
});

test('is up to date when "back" brings the page again', () => {
  localStorage.setItem('portico:theme', 'dark');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(store.get(themeAtom)).toBe('dark');
});
