import {
  type App,
  firstLetter,
  firstTiles,
  getGreetingName,
  type Look,
  type PageSession,
  pickMarkColor,
  type Tenant,
} from '@portico/contract';
import * as v from 'valibot';
import { escapeHtml } from './escape-html';
import { fillSlots, type Marks, renderMark, renderPlace } from './slots';

/** What the build rendered of the bar (packages/parcels/topbar/src/rendering), in every look. */
export const topBarSchema = v.object({ styles: v.string(), bars: v.record(v.string(), v.string()) });

/** What the build rendered of the home screen (packages/parcels/home/src/rendering). */
export const homeSchema = v.object({
  styles: v.string(),
  /** The screen, by language, for `few` and for `many` applications. */
  homes: v.record(v.string(), v.string()),
  /** A tile, by what its application has. */
  tiles: v.record(v.string(), v.string()),
});

interface Rendered {
  readonly topBar: v.InferOutput<typeof topBarSchema>;
  readonly home: v.InferOutput<typeof homeSchema>;
  readonly signIn: { readonly marks: Marks };
}

/** What the signed-in screen of a page depends on. */
export interface SignedInScreen {
  readonly look: Look;
  readonly tenant: Tenant;
  readonly session: PageSession;
  /** The application on screen. */
  readonly current: App | undefined;
}

/** The application at an address, as the bar shows it. */
export function findCurrentApp(pathname: string, { apps }: PageSession): App | undefined {
  const [, key] = pathname.split('/');
  return apps.find(({ module }) => module === key);
}

/** The bar above the content, for the place where the shell will mount it. */
export function renderTopBar(
  { topBar, signIn }: Rendered,
  { look, tenant, session: { user, apps }, current }: SignedInScreen,
): string {
  const place = current === undefined ? 'tenant' : current.logo === false ? 'letter' : 'logo';
  const key = [look.locale, look.theme, place, apps.length > 1 ? 'many' : 'one'].join(' ');
  return renderPlace(
    'topbar',
    fillSlots(topBar.bars[key] ?? '', {
      name: escapeHtml(tenant.name),
      mark: renderMark(signIn.marks, tenant),
      userLetter: escapeHtml(firstLetter(user.email)),
      ...(current && describeApp(current)),
    }),
  );
}

/** The home screen, for the place in the content where the shell will mount it. */
export function renderHome({ home }: Rendered, { look, session: { user, apps } }: SignedInScreen): string {
  const tiles = apps.slice(0, firstTiles).map((app) => {
    const description = (look.locale === 'en' && app.description_en) || app.description;
    const kind = `${app.logo === false ? 'letter' : 'logo'}${description ? ' described' : ''}`;
    return fillSlots(home.tiles[kind] ?? '', { ...describeApp(app), description: escapeHtml(description) });
  });
  const slots = { user: escapeHtml(getGreetingName(user)), tiles: tiles.join('') };
  const key = `${look.locale} ${apps.length > firstTiles ? 'many' : 'few'}`;
  return renderPlace('home', fillSlots(home.homes[key] ?? '', slots));
}

function describeApp({ module, name }: App) {
  return {
    app: escapeHtml(name),
    module: encodeURIComponent(module),
    letter: escapeHtml(firstLetter(name)),
    color: String(pickMarkColor(module)),
  };
}
