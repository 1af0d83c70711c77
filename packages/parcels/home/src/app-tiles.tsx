import {
  type App,
  firstTiles,
  Link,
  loadAllApps,
  localeAtom,
  missingAppsAtom,
  prefetchModule,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { AppLogoMini, Button, Notice, TextField } from '@portico/ui';
import { type RefObject, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';

interface AppTilesProps {
  readonly apps: readonly App[];
}

/** A link to each application of the user; to find one of many, a field. What the page has not named follows. */
export function AppTiles({ apps }: AppTilesProps) {
  const { t } = useTranslation();
  const missing = useAtomValue(missingAppsAtom);
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  if (apps.length <= firstTiles) return <Tiles apps={apps} />;
  const found = findApps(apps, query);
  const find = (text: string) => {
    setQuery(text);
    if (missing === 'coming') void loadAllApps();
  };
  return (
    <>
      <div className="portico-home-find">
        <TextField
          ref={field}
          type="search"
          label={t('home.find')}
          value={query}
          onChange={({ target }) => find(target.value)}
          autoComplete="off"
        />
        <p role="status">
          {query.trim() && t('home.found', { count: found.length })}
          {query.trim() && missing && missing !== 'failed' && ` · ${t('still_loading')}`}
        </p>
        {missing && missing !== 'coming' && <MissingApps isTrying={missing === 'retrying'} field={field} />}
      </div>
      <Tiles apps={found} />
    </>
  );
}

interface MissingAppsProps {
  readonly isTrying: boolean;
  /** Gets the focus when this goes while it has it. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The applications that the page has not named did not come. */
function MissingApps({ isTrying, field }: MissingAppsProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own) field.current?.focus();
    };
  }, [field]);
  return (
    <Notice kind="info">
      {t('apps_missing')}
      <Button ref={button} variant="quiet" isBusy={isTrying} onClick={() => void loadAllApps()}>
        {t('try_again')}
      </Button>
    </Notice>
  );
}

function Tiles({ apps }: AppTilesProps) {
  // The page host renders no more, and more are not in view: they follow when the browser has time.
  const drawn = useDeferredValue(apps, apps.slice(0, firstTiles));
  return (
    <ul className={apps.length > firstTiles ? 'portico-home-tiles portico-home-many' : 'portico-home-tiles'}>
      {drawn.map((app) => (
        <li key={app.module}>
          <Tile {...app} needsLabel={drawn.length > firstTiles} />
        </li>
      ))}
    </ul>
  );
}

interface TileProps extends App {
  /** Browsers do not know the content of a tile that is not drawn. */
  readonly needsLabel: boolean;
}

function Tile({ module, name, logo, description, description_en, needsLabel }: TileProps) {
  const text = (useAtomValue(localeAtom) === 'en' && description_en) || description;
  return (
    <Link
      className="portico-home-tile"
      href={`/${module}/`}
      aria-label={needsLabel ? `${name} ${text}`.trim() : undefined}
      onPointerEnter={() => prefetchModule(module)}
      onFocus={() => prefetchModule(module)}
    >
      <AppLogoMini module={module} name={name} logo={logo} size={44} />
      <span>
        <span className="portico-ui-heading portico-ui-heading-3">{name}</span>
        {text && <span className="portico-home-description">{text}</span>}
      </span>
    </Link>
  );
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
