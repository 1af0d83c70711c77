import english from './locales/en.json';
import portuguese from './locales/pt.json';

it('has the same texts in both languages, in the same order', () => {
  // English has no such plural form.
  const keys = Object.keys(portuguese).filter((key) => !key.endsWith('_many'));
  expect(keys).toEqual(Object.keys(english));
});

it('has every plural form of Portuguese, because i18next shows the key of a form that is missing', () => {
  const forms = new Intl.PluralRules('pt').resolvedOptions().pluralCategories;
  const plurals = Object.keys(english).flatMap((key) => key.match(/^(.*)_other$/)?.[1] ?? []);
  const isMissing = (key: string) => !Object.hasOwn(portuguese, key);
  expect(forms).toContain('many');
  expect(plurals.flatMap((key) => forms.map((form) => `${key}_${form}`)).filter(isMissing)).toEqual([]);
});

it('has no empty text, and the same placeholders in both languages', () => {
  const findPlaceholders = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]).sort();
  const translations = new Map(Object.entries(portuguese));
  for (const [key, text] of Object.entries(english)) {
    const translation = translations.get(key) ?? '';
    expect(`${key}: ${text && translation ? 'translated' : 'empty'}`).toBe(`${key}: translated`);
    expect([key, ...findPlaceholders(translation)]).toEqual([key, ...findPlaceholders(text)]);
  }
});
