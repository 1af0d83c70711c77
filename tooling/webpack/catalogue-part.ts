import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoaderContext } from 'webpack';
import { firstTextsFile, readFirstTexts } from './first-texts';

/**
 * A loader: `?first` keeps the texts that are needed before sign-in, `?rest` all others. A text that the language lacks
 * is the English one, so that no browser loads the English catalogue as well.
 */
export default function cataloguePart(
  this: Pick<LoaderContext<unknown>, 'addDependency' | 'resourcePath' | 'resourceQuery'>,
  source: string,
): string {
  this.addDependency(firstTextsFile);
  const isFirst = readFirstTexts();
  const wantsFirst = this.resourceQuery === '?first';
  const fallback = path.join(path.dirname(this.resourcePath), 'en.json');
  this.addDependency(fallback);
  const catalogue: Record<string, string> = { ...JSON.parse(readFileSync(fallback, 'utf8')), ...JSON.parse(source) };
  const part = Object.entries(catalogue).filter(([key]) => isFirst(key) === wantsFirst);
  // Smaller than webpack's own module for JSON, which needs more runtime code.
  return `export default ${JSON.stringify(Object.fromEntries(part))};`;
}
