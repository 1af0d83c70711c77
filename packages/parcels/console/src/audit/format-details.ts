import { formatInstant } from '../page/instant';
import type { useAuditTexts } from './audit-texts';

type Texts = ReturnType<typeof useAuditTexts>;

/** Writes the details of a record in words. Names and codes that the catalogue lacks stay as they are. */
export function formatDetails(t: Texts, locale: string, details: object): string {
  return Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${t.find(`detail.${name}`) ?? name}: ${formatValue(t, locale, name, value)}`)
    .join(', ');
}

function formatValue(t: Texts, locale: string, name: string, value: unknown): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map((one) => formatValue(t, locale, name, one)).join(', ') || '–';
  if (typeof value === 'object') return `(${formatDetails(t, locale, value)})`;
  const text = String(value);
  if (name === 'expires_at') return formatInstant(text, locale);
  // A bucket is the name of a limit, and the hash of the user or address that it counts.
  const key = name === 'bucket' ? `limit.${text.split(':')[0]}` : `${name}.${text}`;
  return t.find(key) ?? text;
}
