import { type App, firstTiles, Link, localeAtom, prefetchModule, useAtomValue, useTranslation } from '@portico/shared';
import { AppLogoMini, TextField } from '@portico/ui';
import { useDeferredValue, useState } from 'react';

interface AppTilesProps {
  readonly apps: readonly App[];
}

/** A link to each application of the user; to find one of many, a field. */
export function AppTiles({ apps }: AppTilesProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  if (apps.length <= firstTiles) return <Tiles apps={apps} />;
  const found = findApps(apps, query);
  return (
    <>
      <div className="portico-home-find">
        <TextField
          type="search"
          label={t('home.find')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          autoComplete="off"
        />
        <p role="status">{query.trim() && t('home.found', { count: found.length })}</p>
      </div>
      <Tiles apps={found} />
    </>
  );
}

function Tiles({ apps }: AppTilesProps) {
  // The page host renders no more, and more are not in view: they follow when the browser has time.
  const drawn = useDeferredValue(apps, apps.slice(0, firstTiles));
  return (
    <ul className={apps.length > firstTiles ? 'portico-home-tiles portico-home-many' : 'portico-home-tiles'}>
      {drawn.map(({ module, name, logo, ...app }) => (
        <li key={module}>
          <Link
            className="portico-home-tile"
            href={`/${module}/`}
            onPointerEnter={() => prefetchModule(module)}
            onFocus={() => prefetchModule(module)}
          >
            <AppLogoMini module={module} name={name} logo={logo} size={44} />
            <span>
              <span className="portico-ui-heading portico-ui-heading-3">{name}</span>
              <Description {...app} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Description({ description, description_en }: Pick<App, 'description' | 'description_en'>) {
  const text = (useAtomValue(localeAtom) === 'en' && description_en) || description;
  return text && <span className="portico-home-description">{text}</span>;
}

/** The applications whose name, key or description has every word of the query, whatever its case and accents. */
export function findApps(apps: readonly App[], query: string): readonly App[] {
  const words = simplify(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return apps;
  return apps.filter(({ name, module, description, description_en }) => {
    const text = simplify([name, module, description, description_en ?? ''].join(' '));
    return words.every((word) => text.includes(word));
  });
}

function simplify(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
