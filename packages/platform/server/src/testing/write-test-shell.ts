import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locales, themes } from '@portico/contract';

const marks = { logo: '<img src="{{logo}}">', letter: '<b>{{letter}}</b>' };

/** The sign-in form with two refusals, and with every slot. */
function createSignIn() {
  const form = (locale: string) =>
    `<form lang="${locale}" action="/signin{{search}}">{{mark}}{{name}}<input value="{{email}}"></form>`;
  const answers = (locale: string) => [
    ['wrong-credentials', form(locale)],
    ['too-many-tries', `${form(locale)}<p>{{wait}}</p>`],
  ];
  return {
    styles: 'form{}',
    marks,
    forms: Object.fromEntries(locales.map((locale) => [locale, form(locale)])),
    answers: Object.fromEntries(locales.map((locale) => [locale, Object.fromEntries(answers(locale))])),
  };
}

/** The second step after a password, with one message. */
function createSecondFactor() {
  const answers = { 'second-factor-needed': '<form title="second-step"><input value="{{email}}"></form>' };
  return { styles: 'input{}', answers: Object.fromEntries(locales.map((locale) => [locale, answers])) };
}

/** The forms of tenants with providers. */
function createProviderSignIn() {
  const create = (name: string) => {
    const form = `<form title="${name}" action="/signin{{search}}"><input value="{{email}}">{{providers}}</form>`;
    const answers = { 'password-step': `<p>password</p>${form}`, 'passwords-off': `<p>off</p>${form}` };
    const byLanguage = <Value>(value: Value) => Object.fromEntries(locales.map((locale) => [locale, value]));
    return {
      button: byLanguage('<a href="{{href}}">{{provider}}</a>'),
      forms: byLanguage(form),
      answers: byLanguage(answers),
    };
  };
  return { styles: 'a{}', emailFirst: create('email-first'), one: create('one'), several: create('several') };
}

/** The bar in every look; it says which one it is. */
function createBars() {
  const content = { tenant: '{{mark}}{{name}}', logo: '{{app}}', letter: '{{letter}}{{app}}' };
  const bars = locales.flatMap((locale) =>
    themes.flatMap((theme) =>
      Object.entries(content).flatMap(([place, html]) =>
        ['one', 'many'].map((count) => {
          const look = [locale, theme, place, count].join(' ');
          return [look, `<header title="${look}">${html}<i>{{userLetter}}</i></header>`];
        }),
      ),
    ),
  );
  return Object.fromEntries(bars);
}

const files = {
  'page.json': JSON.stringify({
    system: { address: '/@portico/system.js', integrity: 'sha384-s' },
    native: { names: ['react', 'single-spa'], address: '/@portico/es-libraries.js', integrity: 'sha384-e' },
    development: { address: '/@portico/libraries-development.js', integrity: 'sha384-d' },
    overrides: { address: '/@portico/overrides.js', integrity: 'sha384-o' },
    api: '/@portico/api.js',
    modules: '/@portico/modules.js',
    rareForms: '/@portico/rare-forms.js',
    locales: { pt: '/@portico/pt.js', en: '/@portico/en.js' },
  }),
  'page/first-paint.js': '1',
  'page/frame.css': 'a{}',
  'page/offline-worker.js': 'work();',
  'page/retry-page.js': '2',
  'page/second-factor.json': JSON.stringify(createSecondFactor()),
  'page/provider-sign-in.json': JSON.stringify(createProviderSignIn()),
  'page/sign-in.json': JSON.stringify(createSignIn()),
  'page/top-bar.json': JSON.stringify({ styles: 'header{}', bars: createBars() }),
};

/**
 * Writes the files of a build that a page needs.
 * @returns the folder
 */
export function writeTestShell(folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'))): string {
  for (const name of ['@portico', 'page']) mkdirSync(path.join(folder, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  return folder;
}
