import * as v from 'valibot';

/** The languages of the portal: Brazilian Portuguese and English. */
export const locales = ['pt', 'en'] as const;

/** A language from storage, a cookie or an address. */
export const localeSchema = v.picklist(locales);

/** A language of the portal. */
export type Locale = v.InferOutput<typeof localeSchema>;

/** The language of users who have not chosen one and whose browser prefers none of `locales`. */
export const defaultLocale: Locale = 'pt';

/** The languages as HTML and HTTP name them. */
export const languageTags: Readonly<Record<Locale, string>> = { pt: 'pt-BR', en: 'en' };

/** The themes: the values of the `display-mode` attribute of the root element. */
export const themes = ['light', 'dark'] as const;

/** A theme of the portal. */
export type Theme = (typeof themes)[number];

/** The choices of a user: a theme, or the theme of the system, which may change. */
export const themeChoices = [...themes, 'system'] as const;

/** A theme choice from storage. */
export const themeChoiceSchema = v.picklist(themeChoices);

/** The choice of a user: a theme, or the theme of the system. */
export type ThemeChoice = v.InferOutput<typeof themeChoiceSchema>;

/** The theme of users who have not chosen one. */
export const defaultTheme = 'light' satisfies ThemeChoice;

/** The language and the theme of a page. */
export interface Look {
  readonly locale: Locale;
  readonly theme: Theme;
}

/** The cookie that tells the page host the look of the browser's next page, such as `pt-light`. The shell writes it. */
export const lookCookieName = 'portico-look';

/** Formats the value of the cookie. */
export function formatLook({ locale, theme }: Look): string {
  return `${locale}-${theme}`;
}

/** Parses the cookie, which is not trusted: falls back to the defaults. */
export function parseLook(value = ''): Look {
  const [locale, theme] = value.split('-');
  return {
    locale: v.is(localeSchema, locale) ? locale : defaultLocale,
    theme: theme === 'dark' ? theme : defaultTheme,
  };
}
