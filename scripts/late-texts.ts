import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readFirstTexts } from '../webpack/first-texts';

const catalogue = path.join(import.meta.dirname, '../packages/shared/src/i18n/locales/en.json');
const isFirst = readFirstTexts();
const lateKeys = new Set(Object.keys(JSON.parse(readFileSync(catalogue, 'utf8'))).filter((key) => !isFirst(key)));

// Keys without a dot are words that stand in a source for other things, too.
const namedText = /\bt\('(\w+)'|'(\w+(?:\.\w+)+)'/g;

/** The texts that a source names although they are not there before sign-in: it would show their keys. */
export function lateTextsOf(source: string): string[] {
  return [...source.matchAll(namedText)]
    .map(([, word, dotted]) => word ?? dotted ?? '')
    .filter((key) => lateKeys.has(key));
}
