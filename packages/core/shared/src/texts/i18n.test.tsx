import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { setLocale } from '../settings/settings';
import { testPortal } from '../testing';
import { addTexts, i18n, useTranslation } from './i18n';

const portal = testPortal();
beforeEach(() => portal.reset());

/** The text of a test, whatever its key. */
function translate(text: string, values: Record<string, string | number> = {}): string {
  i18n.addResource('pt', 'translation', 'test', text);
  return String(Reflect.apply(i18n.t, i18n, ['test', values]));
}

it('puts values into a text, each wherever it is named, and as they are', () => {
  expect(translate('Olá, {{name}}. {{name}}, {{place}}', { name: '<b>$& {{place}} $t(logout)</b>', place: 7 })).toBe(
    'Olá, <b>$& {{place}} $t(logout)</b>. <b>$& {{place}} $t(logout)</b>, 7',
  );
});

it('isolates a right-to-left value from the sentence around it', () => {
  expect(translate('Olá, {{name}}!', { name: '\u202eשרה' })).toBe('Olá, \u2068שרה\u2069!');
});

it('leaves nothing where a value is missing', () => {
  expect(translate('Olá, {{name}}.')).toBe('Olá, .');
});

it('chooses the form of a plural by the rules of the language', async () => {
  const counts = [0, 1, 2, 1_000_000];
  const getTexts = () => counts.map((count) => i18n.t('developer.badge', { count }));
  expect(getTexts()).toEqual(['0 substituição', '1 substituição', '2 substituições', '1000000 substituições']);
  await setLocale('en');
  expect(getTexts()).toEqual(['0 overrides', '1 override', '2 overrides', '1000000 overrides']);
});

it('has texts with a count and a single form', () => {
  expect(i18n.t('failure.timeout', { count: 5 })).toMatch(/em 5 segundos/);
});

it('shows the key of an unknown text, which does not compile', () => {
  // @ts-expect-error
  expect(i18n.t('no.such.text')).toBe('no.such.text');
});

it('shows the English text where a language lacks one', async () => {
  await setLocale('en');
  i18n.addResource('en', 'translation', 'only-english', 'English');
  await setLocale('pt');
  expect(Reflect.apply(i18n.t, i18n, ['only-english'])).toBe('English');
});

const announced: string[] = [];

function Text() {
  const { t } = useTranslation();
  useEffect(() => void announced.push(t('logout')), [t]);
  return <p>{t('signin.wait', { time: '5 s' })}</p>;
}

it('updates and announces a text when the language changes, and only then', async () => {
  const { rerender } = render(<Text />);
  expect(screen.getByText('Aguarde 5 s.')).toBeInTheDocument();
  rerender(<Text />);
  await act(() => setLocale('en'));
  expect(screen.getByText('Wait 5 s.')).toBeInTheDocument();
  expect(announced).toEqual(['Encerrar sessão', 'Logout']);
});

const useLateTexts = addTexts('test', {
  en: { hello: 'Hello, {{name}}.', days_one: '{{count}} day', days_other: '{{count}} days' },
  pt: { hello: 'Olá, {{name}}.', days_one: '{{count}} dia', days_many: '{{count}} dias', days_other: '{{count}} dias' },
});

function LateTexts() {
  const own = useLateTexts();
  // @ts-expect-error
  own('bye');
  return <p>{[own('hello', { name: '\u202eשרה' }), own('days', { count: 1 }), own('days', { count: 2 })].join(' ')}</p>;
}

it('translates the texts that a late file adds, follows the language, and leaves the catalogue as it is', async () => {
  render(<LateTexts />);
  expect(screen.getByText('Olá, \u2068שרה\u2069. 1 dia 2 dias')).toBeInTheDocument();
  await act(() => setLocale('en'));
  expect(screen.getByText('Hello, \u2068שרה\u2069. 1 day 2 days')).toBeInTheDocument();
  expect(i18n.exists('hello', { ns: 'translation' })).toBe(false);
});
