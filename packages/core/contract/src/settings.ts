import * as v from 'valibot';

/** The languages of the portal: Brazilian Portuguese and English. */
export const locales = ['pt', 'en'] as const;
export const localeSchema = v.picklist(locales);

/** A language of the portal. */
export type Locale = v.InferOutput<typeof localeSchema>;
export const defaultLocale: Locale = 'pt';

/** The themes: the values of the `display-mode` attribute of the root element. */
export const themes = ['light', 'dark'] as const;
export const themeSchema = v.picklist(themes);

/** A theme of the portal. */
export type Theme = v.InferOutput<typeof themeSchema>;
export const defaultTheme: Theme = 'light';
