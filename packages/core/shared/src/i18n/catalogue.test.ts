import english from './locales/en.json';
import portuguese from './locales/pt.json';

it('has the same texts in both languages, in the same order', () => {
  expect(Object.keys(portuguese)).toEqual(Object.keys(english));
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
