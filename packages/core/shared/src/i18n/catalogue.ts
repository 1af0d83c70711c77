import type english from './locales/en.json';

/** The texts of one language: every key of the English catalogue. */
type Catalogue = Record<keyof typeof english, string>;

/** The key of a text. */
export type TextKey = keyof Catalogue;

/** The key of a text with several forms, such as `mails` of `mails_one` and `mails_other`. It takes a `count`. */
export type PluralKey = TextKey extends infer Key ? (Key extends `${infer Name}_other` ? Name : never) : never;
