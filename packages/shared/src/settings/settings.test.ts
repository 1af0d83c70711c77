import { translations } from '../i18n/i18n';
import { store } from '../store';
import { startTestPortal, type TestPortal } from '../testing';
import { restoreSettings, setLocale, setTheme } from './settings';
import { isLoadingSettingsAtom, localeAtom, themeAtom } from './settings-atoms';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
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
