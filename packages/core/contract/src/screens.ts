import { findPublicPage, type Layout } from './public-page';

/** The users who get a screen, by their session. Others are redirected. */
type ScreenAudience = 'signed-in' | 'signed-out';

/** A part of the shell that the root config mounts. */
interface Part {
  /** The name of its single-spa application; its parcel gets it as the prop `screen`. */
  readonly name: string;
  /** Its name in the import map. */
  readonly parcel: `@portico/${string}`;
  /** The key of the text that names it in failures; the one of a screen is the document's title as well. */
  readonly title: string;
}

/** What fills the content of the page at one address. The page host preloads its parcel there. */
export interface Screen extends Part {
  /** The whole address, without a slash at its end. */
  readonly path: string;
  readonly layout: Layout;
  readonly audience: ScreenAudience;
  /** Whether it begins with calls to the API: the page preloads the client. */
  readonly needsApi: boolean;
}

/** What stands beside the content, in the element `portico-<name>` of the page, while `isActive` says so. */
interface Region extends Part {
  readonly isActive: (page: PageOnScreen) => boolean;
  /**
   * When its parcel loads: `active` as soon as it is active, `idle` when in addition the screen is complete and the
   * browser is idle.
   */
  readonly load: 'active' | 'idle';
  /**
   * How its failure stands in it: as a panel, or as a bar. Otherwise `failedRegionsAtom` of `@portico/shared` has it.
   */
  readonly failure: 'panel' | 'bar' | 'elsewhere';
}

/** What the regions depend on. */
interface PageOnScreen {
  readonly layout: Layout;
  /** It is not known yet whether the user is signed in. */
  readonly isRestoring: boolean;
  readonly isSignedIn: boolean;
  /** A team's module fills the content. */
  readonly hasModule: boolean;
  /** The page is for everybody, signed in or not. */
  readonly isPublic: boolean;
  /** The browser has switched overrides on or previews a version, or the user asked for the developer dialog. */
  readonly isDeveloper: boolean;
}

/** Every screen of the shell. A new one is a row here and a parcel; a new parcel has a line in import-map.json. */
export const screens = [
  {
    name: 'home',
    path: '/',
    layout: 'shell',
    audience: 'signed-in',
    parcel: '@portico/home',
    title: 'home.title',
    needsApi: false,
  },
  {
    name: 'profile',
    path: '/profile',
    layout: 'shell',
    audience: 'signed-in',
    parcel: '@portico/profile',
    title: 'profile',
    needsApi: true,
  },
  {
    name: 'not-found',
    path: '/404',
    layout: 'shell',
    audience: 'signed-in',
    parcel: '@portico/home',
    title: 'not_found.title',
    needsApi: false,
  },
  {
    name: 'signin',
    path: '/signin',
    layout: 'bare',
    audience: 'signed-out',
    parcel: '@portico/auth',
    title: 'login',
    needsApi: false,
  },
  {
    name: 'recover',
    path: '/recover',
    layout: 'bare',
    audience: 'signed-out',
    parcel: '@portico/auth',
    title: 'recover.title',
    needsApi: false,
  },
] as const satisfies readonly Screen[];

/** Every region of the page but the content. */
export const regions = [
  {
    name: 'topbar',
    parcel: '@portico/topbar',
    title: 'topbar.title',
    load: 'active',
    failure: 'bar',
    isActive: ({ layout, isRestoring }) => layout === 'shell' && !isRestoring,
  },
  {
    name: 'bell',
    parcel: '@portico/notifications',
    title: 'notifications',
    load: 'idle',
    failure: 'elsewhere',
    isActive: ({ isSignedIn }) => isSignedIn,
  },
  {
    name: 'settings',
    parcel: '@portico/auth',
    title: 'settings.title',
    load: 'idle',
    failure: 'elsewhere',
    // The sign-in and the recovery have it in their screen.
    isActive: ({ isPublic }) => isPublic,
  },
  {
    name: 'overlay',
    parcel: '@portico/overlay',
    title: 'overlay.title',
    load: 'idle',
    failure: 'panel',
    // A module on a public page shows messages, too.
    isActive: ({ isSignedIn, hasModule }) => isSignedIn || hasModule,
  },
  {
    name: 'developer',
    parcel: '@portico/developer',
    title: 'developer.title',
    load: 'active',
    failure: 'elsewhere',
    isActive: ({ isDeveloper }) => isDeveloper,
  },
] as const satisfies readonly Region[];

/** The screen that this audience gets at an address, if there is one. */
export function findScreen(pathname: string, audience: ScreenAudience): (typeof screens)[number] | undefined {
  const path = pathname.replace(/\/+$/, '') || '/';
  return screens.find((screen) => screen.path === path && screen.audience === audience);
}

/** The layout of the page at an address until the session is known. */
export function findFirstLayout(pathname: string): Layout {
  return findPublicPage(pathname)?.layout ?? findScreen(pathname, 'signed-out')?.layout ?? 'shell';
}

/** Whether a first segment of an address belongs to a screen. */
export function isScreenSegment(segment: string): boolean {
  return screens.some(({ path }) => path.split('/')[1] === segment);
}
