import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locales, recoveryAnswers, themes } from '@portico/contract';

const marks = { logo: '<img src="{{logo}}">', letter: '<b>{{letter}}</b>' };

/** The sign-in form with two refusals, and with every slot. */
function createSignIn() {
  const form = (locale: string) =>
    `<form lang="${locale}" action="/signin{{search}}">{{mark}}{{name}}<input value="{{email}}"></form>`;
  return createForms(form, ['wrong-credentials', 'too-many-tries'], (reason) =>
    reason === 'too-many-tries' ? '<p>{{wait}} s</p>' : '',
  );
}

/** The recovery form, with what it says after each answer, and with every slot. */
function createRecovery() {
  const form = (locale: string) =>
    `<form lang="${locale}" action="/recover{{search}}">{{mark}}<input value="{{email}}">`;
  const answer = (reason: string) => `<input value="{{code}}"><p>${reason} {{wait}} s</p>`;
  return createForms(form, Object.keys(recoveryAnswers), answer);
}

function createForms(
  form: (locale: string) => string,
  reasons: readonly string[],
  renderAnswer: (reason: string) => string,
) {
  const answers = (locale: string) => reasons.map((reason) => [reason, form(locale) + renderAnswer(reason)]);
  return {
    marks,
    forms: Object.fromEntries(locales.map((locale) => [locale, form(locale)])),
    answers: Object.fromEntries(locales.map((locale) => [locale, Object.fromEntries(answers(locale))])),
  };
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
    recovery: '/@portico/recovery.js',
    locales: { pt: '/@portico/pt.js', en: '/@portico/en.js' },
  }),
  'page/first-paint.js': '1',
  'page/frame.css': 'a{}',
  'page/offline-worker.js': 'work();',
  'page/retry-page.js': '2',
  'page/sign-in.json': JSON.stringify({ styles: 'form{}', ...createSignIn(), answerStyles: 'form{}p{}' }),
  'page/recovery.json': JSON.stringify({ styles: 'ol{}', ...createRecovery(), answerStyles: 'ol{}p{}' }),
  'page/top-bar.json': JSON.stringify({ styles: 'header{}', bars: createBars() }),
  'page/home.json': JSON.stringify({
    styles: 'ul{}',
    homes: {
      'pt few': '<h1>Olá, {{user}}</h1>{{tiles}}',
      'en few': '<h1>Hello, {{user}}</h1>{{tiles}}',
      'en many': '<input type="search">{{tiles}}',
    },
    tiles: {
      'logo described': '<a href="/{{module}}/">{{app}}<p>{{description}}</p></a>',
      logo: '<a href="/{{module}}/">{{app}}</a>',
      'letter described':
        '<a href="/{{module}}/"><b data-color="{{color}}">{{letter}}</b>{{app}}<p>{{description}}</p></a>',
      letter: '<a href="/{{module}}/"><b data-color="{{color}}">{{letter}}</b>{{app}}</a>',
    },
  }),
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
