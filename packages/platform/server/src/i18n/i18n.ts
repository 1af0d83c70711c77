import {
  isolateText,
  type Locale,
  nameMaxLength,
  passwordMaxLength,
  passwordMinLength,
  phoneMaxLength,
  photoMaxBytes,
  photoMaxPixels,
} from '@portico/contract';
import { createInstance, type ParseKeys, type TFunction } from 'i18next';
import english from './locales/en.json';
import portuguese from './locales/pt.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
  }
  interface ResourceNamespaceMap {
    server: typeof english;
  }
}

/** Code of an API error: a key without its prefix `error.`. */
export type ErrorCode =
  ParseKeys<'server'> extends infer Key ? (Key extends `error.${infer Code}` ? Code : never) : never;

/** A mail: the common part of the keys of its subject and its text. */
export type MailName =
  ParseKeys<'server'> extends infer Key
    ? Key extends `${infer Name extends `mail.${string}`}.text`
      ? Name
      : never
    : never;

const i18n = createInstance();

void i18n.init({
  initAsync: false,
  resources: { en: { server: english }, pt: { server: portuguese } },
  defaultNS: 'server',
  fallbackLng: 'en',
  keySeparator: false,
  nsSeparator: false,
  interpolation: {
    // Pages escape texts themselves; mails and responses of the API are plain text.
    escape: isolateText,
    defaultVariables: {
      nameMaxLength,
      passwordMaxLength,
      passwordMinLength,
      phoneMaxLength,
      photoMegabytes: photoMaxBytes / 1024 / 1024,
      photoMegapixels: photoMaxPixels / 1_000_000,
    },
  },
  missingInterpolationHandler: () => '',
});

i18n.services.formatter?.add('wait', (seconds, language = 'en') => formatWait(Number(seconds), language));

/** Writes a wait in whole seconds, and from a minute on in minutes, rounded up. */
function formatWait(seconds: number, language: string): string {
  const isShort = seconds < 60;
  const format = { style: 'unit', unit: isShort ? 'second' : 'minute', unitDisplay: 'long' } as const;
  return (isShort ? seconds : Math.ceil(seconds / 60)).toLocaleString(language, format);
}

/** Returns the translation function of a language. */
export function getTexts(locale: Locale): TFunction<'server'> {
  return i18n.getFixedT(locale, 'server');
}

/** Returns the message of an API error. */
export function formatMessage(code: ErrorCode, locale: Locale, values: Readonly<Record<string, string>> = {}): string {
  return getTexts(locale)(`error.${code}`, { replace: values });
}
