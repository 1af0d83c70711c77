import { waitFor } from '@testing-library/react';
import { store } from '../store';
import { startTestSystem, testPortal } from '../testing';
import { i18n } from '../texts/i18n';
import {
  keepSettingsCurrent,
  localeAtom,
  restoreSettings,
  setLocale,
  setTheme,
  themeAtom,
  themeChoiceAtom,
} from './settings';

const portal = testPortal();
let system: ReturnType<typeof startTestSystem>;
beforeAll(() => {
  system = startTestSystem();
  keepSettingsCurrent();
});
beforeEach(() => portal.reset());

function recordEvents(name: string): unknown[] {
  const details: unknown[] = [];
  window.addEventListener(name, (event) => details.push(event instanceof CustomEvent && event.detail));
  return details;
}

test('starts in Portuguese and light', () => {
  expect(store.get(localeAtom)).toBe('pt');
  expect(store.get(themeAtom)).toBe('light');
  expect(document.documentElement).toHaveAttribute('display-mode', 'light');
});

// Before all others that need English: its texts arrive after those of Portuguese, which are loaded.
test('the later of two simultaneous changes wins, whichever texts arrive first', async () => {
  await restoreSettings();
  await Promise.all([setLocale('en'), setLocale('pt')]);
  expect(store.get(localeAtom)).toBe('pt');
  expect(i18n.t('logout')).toBe('Encerrar sessão');
  expect(document.documentElement.lang).toBe('pt-BR');
});

test('a change of language is stored, applied to the document and sent to the modules', async () => {
  const details = recordEvents('container:locale');
  await setLocale('en');
  expect(localStorage.getItem('portico:locale')).toBe('en');
  expect(document.documentElement.lang).toBe('en');
  expect(i18n.t('logout')).toBe('Logout');
  expect(details).toEqual(['en']);
});

test('a change of theme is stored, applied to the document and sent to the modules', () => {
  const details = recordEvents('container:theme');
  setTheme('dark');
  setTheme('dark');
  expect(localStorage.getItem('portico:theme')).toBe('dark');
  expect(document.documentElement).toHaveAttribute('display-mode', 'dark');
  expect(details).toEqual(['dark']);
});

test('the choice `system` follows the theme of the system immediately, and is stored as such', async () => {
  const details = recordEvents('container:theme');
  system.setDark(true);
  expect(store.get(themeAtom)).toBe('light');
  setTheme('system');
  expect([store.get(themeAtom), store.get(themeChoiceAtom), localStorage.getItem('portico:theme')]).toEqual([
    'dark',
    'system',
    'system',
  ]);
  system.setDark(false);
  expect(document.documentElement).toHaveAttribute('display-mode', 'light');
  expect(details).toEqual(['dark', 'light']);
  await restoreSettings();
  system.setDark(true);
  expect(store.get(themeAtom)).toBe('dark');
  setTheme('dark');
  system.setDark(false);
  expect(store.get(themeAtom)).toBe('dark');
  expect(details).toEqual(['dark', 'light', 'dark']);
});

test('the browser draws its own bars in the colour of the top bar', () => {
  const style = document.createElement('style');
  style.textContent = ':root { --portico-surface: #fff } [display-mode="dark"] { --portico-surface: #1b1b1a }';
  const meta = Object.assign(document.createElement('meta'), { name: 'theme-color' });
  document.head.append(style, meta);
  setTheme('dark');
  expect(meta).toHaveAttribute('content', '#1b1b1a');
  setTheme('light');
  expect(meta).toHaveAttribute('content', '#fff');
});

test('a choice is stored before it is announced to the modules', async () => {
  const stored: (string | null)[] = [];
  const note = () => stored.push(localStorage.getItem('portico:locale'), localStorage.getItem('portico:theme'));
  for (const name of ['container:locale', 'container:theme']) window.addEventListener(name, note, { once: true });
  await setLocale('en');
  setTheme('dark');
  expect(stored).toEqual(['en', null, 'en', 'dark']);
});

test('the same language twice is announced once', async () => {
  const details = recordEvents('container:locale');
  await Promise.all([setLocale('en'), setLocale('en')]);
  expect(details).toEqual(['en']);
});

test('stored settings are restored, and invalid ones ignored', async () => {
  localStorage.setItem('portico:locale', 'en');
  localStorage.setItem('portico:theme', '"><script>');
  await restoreSettings();
  expect(store.get(localeAtom)).toBe('en');
  expect(store.get(themeAtom)).toBe('light');
});

/** Changes a setting as another tab does. */
function chooseElsewhere(key: string, value: string): void {
  localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

test('follows the choices of other tabs, and announces them to the modules', async () => {
  const themes = recordEvents('container:theme');
  const locales = recordEvents('container:locale');
  chooseElsewhere('portico:locale', 'en');
  chooseElsewhere('portico:theme', 'dark');
  await waitFor(() => expect(store.get(localeAtom)).toBe('en'));
  expect(document.documentElement).toHaveAttribute('display-mode', 'dark');
  expect(i18n.t('logout')).toBe('Logout');
  expect([themes, locales]).toEqual([['dark'], ['en']]);
});

test('does not store the choices of other tabs again, which may be old by then', async () => {
  const write = jest.spyOn(Storage.prototype, 'setItem');
  const locales = recordEvents('container:locale');
  chooseElsewhere('portico:theme', 'dark');
  chooseElsewhere('portico:locale', 'en');
  await waitFor(() => expect(locales).toEqual(['en']));
  expect(write.mock.calls).toEqual([
    ['portico:theme', 'dark'],
    ['portico:locale', 'en'],
  ]);
  write.mockRestore();
});

test('ignores an invalid setting of another tab', () => {
  setTheme('dark');
  chooseElsewhere('portico:theme', 'purple');
  chooseElsewhere('elsewhere', 'light');
  expect(store.get(themeAtom)).toBe('dark');
});

test('is up to date when the page returns from the back-forward cache', async () => {
  localStorage.setItem('portico:theme', 'dark');
  localStorage.setItem('portico:locale', 'en');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(store.get(themeAtom)).toBe('dark');
  await waitFor(() => expect(store.get(localeAtom)).toBe('en'));
});

test('a language whose texts still load stays chosen when another tab changes the theme', async () => {
  const choosing = setLocale('en');
  chooseElsewhere('portico:theme', 'dark');
  await choosing;
  expect([store.get(localeAtom), localStorage.getItem('portico:locale')]).toEqual(['en', 'en']);
});
