import { type App, foldText } from '@portico/shared';

/** The applications whose name, key or description has every word of the query, whatever its case and accents. */
export function findApps(apps: readonly App[], query: string): readonly App[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return apps;
  return apps.filter(({ name, module, description, description_en }) => {
    const text = foldText([name, module, description, description_en ?? ''].join(' '));
    return words.every((word) => text.includes(word));
  });
}
