import { type App, type Declarations, foldText } from '@portico/shared';

/** Finds the applications whose name, key, description or page has every word, whatever its case and accents. */
export function findApps(
  apps: readonly App[],
  query: string,
  declarations: ReadonlyMap<string, Declarations>,
): readonly App[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return apps;
  return apps.filter(({ name, module, description, description_en }) => {
    const pages = declarations.get(module)?.navigation ?? [];
    const titles = pages.flatMap(({ title: { en, pt } }) => [en, pt]);
    const text = foldText([name, module, description, description_en ?? '', ...titles].join(' '));
    return words.every((word) => text.includes(word));
  });
}
