import type { Locale } from '@portico/contract';
import type { PluralKey, TextKey } from './catalogue';

type Texts = Readonly<Record<string, string>>;

/** What stands in the place of `{{name}}` in a text. `count` also chooses between the forms of a plural. */
type TextValues = Readonly<Record<string, string | number>>;

/** Finds a text; the key itself while the text is not loaded. */
export type Translate = (key: TextKey | PluralKey, values?: TextValues) => string;

/** The texts of each language, and the language that is active. */
export class Translations {
  readonly #texts = new Map<Locale, Texts>();
  readonly #handlers = new Set<() => void>();
  #language: Locale | undefined;

  /** The active language; `undefined` until the page has started. */
  get language(): Locale | undefined {
    return this.#language;
  }

  /** Finds a text of the active language. */
  readonly t: Translate = (key, values) => this.translateInto(this.#language, key, values);

  /** Like `t`, for any language. */
  translateInto(language: Locale | undefined, key: string, values: TextValues = {}): string {
    const texts = this.getTexts(language);
    const form = typeof values.count === 'number' ? `${key}_${getPluralForm(language, values.count)}` : key;
    const text = texts[form] ?? texts[`${key}_other`] ?? texts[key] ?? key;
    return text.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''));
  }

  /** The texts of a language that are loaded. */
  getTexts(language: Locale | undefined): Texts {
    return (language && this.#texts.get(language)) ?? {};
  }

  addTexts(language: Locale, texts: Texts): void {
    this.#texts.set(language, { ...this.getTexts(language), ...texts });
  }

  changeLanguage(language: Locale): void {
    this.#language = language;
    for (const handler of this.#handlers) handler();
  }

  /** @returns ends it */
  onLanguageChange(handler: () => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }
}

function getPluralForm(language: Locale | undefined, count: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(language).select(count);
}
