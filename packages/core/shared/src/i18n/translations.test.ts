import { Translations } from './translations';

let translations: Translations;
/** Any text of the test, whatever its key. */
const t = (key: string, values?: Record<string, string | number>) =>
  translations.translateInto(translations.language, key, values);

beforeEach(() => {
  translations = new Translations();
  translations.addTexts('en', {
    greeting: 'Hello, {{name}}. {{name}}, {{place}}',
    'a.key.with.dots': 'dots',
    mails_one: '{{count}} mail',
    mails_other: '{{count}} mails',
    'too.large': 'more than {{count}} MB',
  });
  translations.changeLanguage('en');
});

it('puts values into a text, each wherever it is named, and as they are', () => {
  expect(t('greeting', { name: '<b>$& {{place}}</b>', place: 7 })).toBe(
    'Hello, <b>$& {{place}}</b>. <b>$& {{place}}</b>, 7',
  );
});

it('leaves nothing where a value is missing', () => {
  expect(t('greeting')).toBe('Hello, . , ');
});

it('chooses the form of a plural by the rules of the language', () => {
  expect([0, 1, 2].map((count) => t('mails', { count }))).toEqual(['0 mails', '1 mail', '2 mails']);
  translations.addTexts('pt', { mails_one: '{{count}} e-mail', mails_other: '{{count}} e-mails' });
  translations.changeLanguage('pt');
  // Portuguese has a form for millions, which the texts do without.
  expect([0, 1, 2, 1_000_000].map((count) => t('mails', { count }))).toEqual([
    '0 e-mail',
    '1 e-mail',
    '2 e-mails',
    '1000000 e-mails',
  ]);
});

it('has texts with a count and a single form', () => {
  expect(t('too.large', { count: 5 })).toBe('more than 5 MB');
});

it('shows the key of a text that is not loaded, also before there is a language', () => {
  expect([t('a.key.with.dots'), t('unknown.key'), new Translations().t('logout')]).toEqual([
    'dots',
    'unknown.key',
    'logout',
  ]);
});

it('tells of a change of the language until that is ended', () => {
  let changes = 0;
  const end = translations.onLanguageChange(() => (changes += 1));
  translations.changeLanguage('pt');
  expect([translations.language, changes]).toEqual(['pt', 1]);
  end();
  translations.changeLanguage('en');
  expect(changes).toBe(1);
});
