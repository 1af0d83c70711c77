import type { LoaderContext } from 'webpack';
import { firstTextsFile, readFirstTexts } from './first-texts';

/** A loader: `?first` keeps the texts that are needed before sign-in, `?rest` all others. */
export default function cataloguePart(
  this: Pick<LoaderContext<unknown>, 'addDependency' | 'resourceQuery'>,
  source: string,
): string {
  this.addDependency(firstTextsFile);
  const isFirst = readFirstTexts();
  const wantsFirst = this.resourceQuery === '?first';
  const catalogue: Record<string, string> = JSON.parse(source);
  const part = Object.entries(catalogue).filter(([key]) => isFirst(key) === wantsFirst);
  // Smaller than webpack's own module for JSON, which needs more runtime code.
  return `export default ${JSON.stringify(Object.fromEntries(part))};`;
}
