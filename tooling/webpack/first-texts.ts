import { readFileSync } from 'node:fs';
import path from 'node:path';
import { regions, screens } from '@portico/contract';

/** Lists the texts that are needed before sign-in. An entry that ends with a dot is a prefix. */
export const firstTextsFile = path.join(import.meta.dirname, '../../packages/core/shared/src/i18n/first-texts.json');

/**
 * Reads the list, each time because it may change while webpack watches. Returns whether a key is one of those texts,
 * or a title.
 */
export function readFirstTexts(): (key: string) => boolean {
  const entries: string[] = JSON.parse(readFileSync(firstTextsFile, 'utf8'));
  const titles = new Set<string>([...screens, ...regions].map(({ title }) => title));
  return (key) =>
    titles.has(key) || entries.some((entry) => (entry.endsWith('.') ? key.startsWith(entry) : key === entry));
}
