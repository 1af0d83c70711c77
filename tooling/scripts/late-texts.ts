import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readFirstTexts } from '../webpack/first-texts';

const catalogue = path.join(import.meta.dirname, '../../packages/core/shared/src/i18n/locales/en.json');
const isFirst = readFirstTexts();
const lateKeys = new Set(Object.keys(JSON.parse(readFileSync(catalogue, 'utf8'))).filter((key) => !isFirst(key)));

// A key without a dot is a common word, so it counts only as an argument of `t`.
const namedText = /\bt\('(\w+)'|'(\w+(?:\.\w+)+)'/g;

/** Finds the texts that a source uses although they load after sign-in: the screen would show their keys. */
export function findLateTexts(source: string): string[] {
  return [...source.matchAll(namedText)]
    .map(([, word, dotted]) => word ?? dotted ?? '')
    .filter((key) => lateKeys.has(key));
}
