import type { Locale } from '@portico/contract';
import { messagesEn } from './messages-en';
import { type ErrorCode, messagesPt } from './messages-pt';

const catalogues: Record<Locale, Record<ErrorCode, string>> = { pt: messagesPt, en: messagesEn };

export function messageOf(code: ErrorCode, locale: Locale): string {
  return catalogues[locale][code];
}
