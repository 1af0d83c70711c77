import {
  type App,
  declarationsAtom,
  Link,
  localeAtom,
  navigate,
  prefetchModule,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { AppLogoMini, TextField } from '@portico/ui';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { findApps } from './find-apps';

/** More tiles than any window shows. */
const firstTiles = 60;

/** A link to each application of the user, and a search field if there are many. */
export function AppTiles({ apps }: { readonly apps: readonly App[] }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const declarations = useAtomValue(declarationsAtom);
  if (apps.length <= firstTiles) return <Tiles apps={apps} />;
  const found = findApps(apps, query, declarations);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const [only, ...others] = found;
    if (only && others.length === 0) navigate(`/${only.module}/`);
  };
  return (
    <>
      <form className="portico-home-find" onSubmit={open}>
        <TextField
          type="search"
          label={t('home.find')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          autoComplete="off"
        />
        <p role="status">{query.trim() && t('home.found', { count: found.length })}</p>
      </form>
      <Tiles apps={found} />
    </>
  );
}

function Tiles({ apps }: { readonly apps: readonly App[] }) {
  // The other tiles are out of view: React renders them afterwards.
  const drawn = useDeferredValue(apps, apps.slice(0, firstTiles));
  return (
    <ul className={apps.length > firstTiles ? 'portico-home-tiles portico-home-many' : 'portico-home-tiles'}>
      {drawn.map((app) => (
        <li key={app.module}>
          {/* Browsers cannot compute the name of a tile that they do not draw. */}
          <Tile app={app} needsLabel={drawn.length > firstTiles} />
          <TilePages module={app.module} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ app, needsLabel }: { readonly app: App; readonly needsLabel: boolean }) {
  const { module, name, logo, description, description_en } = app;
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
        <bdi className="portico-ui-heading portico-ui-heading-3">{name}</bdi>
        {text && <bdi className="portico-home-description">{text}</bdi>}
      </span>
    </Link>
  );
}

/** Links to the pages that a module declares, below its tile. */
function TilePages({ module }: { readonly module: string }) {
  const locale = useAtomValue(localeAtom);
  const pages = useAtomValue(declarationsAtom).get(module)?.navigation ?? [];
  if (pages.length === 0) return null;
  return (
    <ul className="portico-home-pages">
      {pages.map(({ path, title }) => (
        <li key={path}>
          <Link
            className="portico-home-page"
            href={path}
            onPointerEnter={() => prefetchModule(module)}
            onFocus={() => prefetchModule(module)}
          >
            <bdi>{title[locale]}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
