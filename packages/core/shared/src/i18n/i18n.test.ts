import type { Locale } from '@portico/contract';
import { createCatalogues } from './i18n';
import { Translations } from './translations';

interface TestTexts {
  readonly translations: Translations;
  readonly catalogues: ReturnType<typeof createCatalogues>;
  /** The files that were fetched, such as `pt first`. */
  readonly fetched: string[];
  /** What a file waits for from now on, by its name. */
  readonly answers: Map<string, Promise<unknown>>;
  /** A text of each part, as shown on screen. */
  readonly shown: () => string[];
}

function createTexts(): TestTexts {
  const translations = new Translations();
  const fetched: string[] = [];
  const answers = new Map<string, Promise<unknown>>();
  const file = (locale: Locale, part: string) => async () => {
    fetched.push(`${locale} ${part}`);
    await answers.get(`${locale} ${part}`);
    return { default: { [`${part}.text`]: `${part} in ${locale}` } };
  };
  const getFiles = (locale: Locale) => ({ first: file(locale, 'first'), rest: file(locale, 'rest') });
  const catalogues = createCatalogues(translations, { pt: getFiles('pt'), en: getFiles('en') });
  const t = (key: string) => translations.translateInto(translations.language, key);
  return { translations, catalogues, fetched, answers, shown: () => [t('first.text'), t('rest.text')] };
}

async function change({ load, activate }: TestTexts['catalogues'], locale: Locale): Promise<void> {
  await load(locale);
  activate(locale);
}

it('loads only the first texts until all are requested', async () => {
  const { catalogues, fetched, shown } = createTexts();
  await change(catalogues, 'pt');
  expect(fetched).toEqual(['pt first']);
  expect(shown()).toEqual(['first in pt', 'rest.text']);
  await catalogues.allTexts.load();
  expect(fetched).toEqual(['pt first', 'pt rest']);
  expect(shown()).toEqual(['first in pt', 'rest in pt']);
});

it('loads both parts of every later language before it becomes active', async () => {
  const { catalogues, fetched, shown } = createTexts();
  await change(catalogues, 'pt');
  await catalogues.allTexts.load();
  await catalogues.load('en');
  expect(fetched).toEqual(['pt first', 'pt rest', 'en first', 'en rest']);
  expect(shown()).toEqual(['first in pt', 'rest in pt']);
  catalogues.activate('en');
  expect(shown()).toEqual(['first in en', 'rest in en']);
});

it('fetches a language once, however often it is chosen', async () => {
  const { catalogues, fetched } = createTexts();
  await change(catalogues, 'pt');
  await Promise.all([change(catalogues, 'en'), change(catalogues, 'en')]);
  await change(catalogues, 'pt');
  await change(catalogues, 'en');
  expect(fetched).toEqual(['pt first', 'en first']);
});

it('shows the first language without waiting for all texts', async () => {
  const { catalogues, answers, shown } = createTexts();
  answers.set('pt rest', new Promise(() => {}));
  void catalogues.allTexts.load();
  await change(catalogues, 'pt');
  expect(shown()).toEqual(['first in pt', 'rest.text']);
});

it('has all texts of a language that was loading when they were requested', async () => {
  const { catalogues, answers, shown } = createTexts();
  let arrive = () => {};
  answers.set('en first', new Promise<void>((resolve) => (arrive = resolve)));
  await change(catalogues, 'pt');
  const changed = change(catalogues, 'en');
  await catalogues.allTexts.load();
  arrive();
  await changed;
  expect(shown()).toEqual(['first in en', 'rest in en']);
});

it('has all texts of a language that became active while the texts of another loaded', async () => {
  const { catalogues, answers, shown } = createTexts();
  let arrive = () => {};
  answers.set('pt rest', new Promise<void>((resolve) => (arrive = resolve)));
  await change(catalogues, 'pt');
  await catalogues.load('en');
  const all = catalogues.allTexts.load();
  catalogues.activate('en');
  arrive();
  await all;
  expect(shown()).toEqual(['first in en', 'rest in en']);
});

it('fetches again only what did not load', async () => {
  const { catalogues, fetched, answers, shown } = createTexts();
  await change(catalogues, 'pt');
  answers.set('pt rest', Promise.reject(new Error('offline')));
  await expect(catalogues.allTexts.load()).rejects.toThrow('offline');
  expect(shown()).toEqual(['first in pt', 'rest.text']);
  answers.clear();
  await catalogues.allTexts.load();
  expect(fetched).toEqual(['pt first', 'pt rest', 'pt rest']);
  expect(shown()).toEqual(['first in pt', 'rest in pt']);
});

it('keeps the active language when a part of the next one does not load', async () => {
  const { catalogues, answers, shown } = createTexts();
  await change(catalogues, 'pt');
  await catalogues.allTexts.load();
  answers.set('en rest', Promise.reject(new Error('offline')));
  await expect(change(catalogues, 'en')).rejects.toThrow('offline');
  expect(shown()).toEqual(['first in pt', 'rest in pt']);
});
