import type { Locale } from '@portico/contract';
import { messagesEn } from './messages-en';
import { type ErrorCode, messagesPt } from './messages-pt';

const catalogues: Record<Locale, Record<ErrorCode, string>> = { pt: messagesPt, en: messagesEn };

/** @param values what stands for `{name}` */
export function messageOf(code: ErrorCode, locale: Locale, values: Readonly<Record<string, string>> = {}): string {
  return catalogues[locale][code].replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
}
