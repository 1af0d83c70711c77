import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Names the texts that are needed before sign-in. An entry that ends with a dot stands for every key that starts so. */
export const firstTextsFile = path.join(import.meta.dirname, '../packages/shared/src/i18n/first-texts.json');

/** Reads it, anew because it may change while webpack watches; returns whether a key is one of those texts. */
export function readFirstTexts(): (key: string) => boolean {
  const entries: string[] = JSON.parse(readFileSync(firstTextsFile, 'utf8'));
  return (key) => entries.some((entry) => (entry.endsWith('.') ? key.startsWith(entry) : key === entry));
}
