import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Texts = Readonly<Record<string, string>>;

const catalogues = execFileSync('git', ['ls-files', '*/src/*locales/en.json'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((file): [folder: string, english: Texts, portuguese: Texts] => [
    file.replace('/en.json', ''),
    JSON.parse(readFileSync(file, 'utf8')),
    JSON.parse(readFileSync(file.replace('en.json', 'pt.json'), 'utf8')),
  ]);

test('the shell, its late files and the server have catalogues', () => {
  const folders = catalogues.map(([folder]) => folder);
  expect(folders).toContain('packages/core/shared/src/texts/locales');
  expect(folders).toContain('packages/parcels/profile/src/passkeys/locales');
  expect(folders).toContain('packages/platform/server/src/i18n/locales');
});

describe.each(catalogues)('%s', (_folder, english, portuguese) => {
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
    for (const [key, text] of Object.entries(english)) {
      const translation = portuguese[key] ?? '';
      expect(`${key}: ${text && translation ? 'translated' : 'empty'}`).toBe(`${key}: translated`);
      expect([key, ...findPlaceholders(translation)]).toEqual([key, ...findPlaceholders(text)]);
    }
  });
});

test('each late file adds its texts under a name of its own', () => {
  const found = execFileSync('git', ['grep', '-ohP', String.raw`addTexts\('\K[\w-]+`, '--', '*/src/*.ts'], {
    encoding: 'utf8',
  });
  const names = found.trim().split('\n');
  expect(names).toEqual([...new Set(names)]);
});

test('no file of the shell has a table of texts of its own', () => {
  const shell = ['root-config/src', 'packages/core/shared/src', 'packages/core/ui/src', 'packages/parcels'];
  const command = ['grep', '-lE', String.raw`^ +pt: \{$`, '--', ...shell, ':!*.test.*'];
  // It replaces the page when nothing else loads.
  expect(execFileSync('git', command, { encoding: 'utf8' }).trim()).toBe('root-config/src/boot/show-boot-error.ts');
});
