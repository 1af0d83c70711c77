/** The layout of a page: with the top bar, or without. */
export type Layout = 'shell' | 'bare';

/** The users who see a screen, by their session. The shell redirects others. */
type ScreenAudience = 'signed-in' | 'signed-out';

/** A part of the shell that the root config mounts. */
interface Part {
  /** The name of its single-spa application. Its parcel gets the name as the prop `screen`. */
  readonly name: string;
  /** Its name in the import map. */
  readonly parcel: `@portico/${string}`;
  /** The key of the text that names the part in failures. For a screen, it is also the title of the document. */
  readonly title: string;
}

/** The content of the page at one address. The page host preloads its parcel there. */
export interface Screen extends Part {
  /** The whole address, without a slash at its end. */
  readonly path: string;
  readonly layout: Layout;
  readonly audience: ScreenAudience;
  /** Whether the screen starts with calls to the API: the page then preloads the client. */
  readonly needsApi: boolean;
}

/** A part beside the content, in the element `portico-<name>` of the page, while `isActive`. */
interface Region extends Part {
  readonly isActive: (page: PageOnScreen) => boolean;
  /** When its parcel loads: once it is active, or (`idle`) once also the screen is complete and the browser idle. */
  readonly load: 'active' | 'idle';
  /** Where its failure is shown: in the region as a panel or a bar, or by the readers of `failedRegionsAtom`. */
  readonly failure: 'panel' | 'bar' | 'elsewhere';
}

/** The properties of the page that regions depend on. */
interface PageOnScreen {
  readonly layout: Layout;
  /** Whether the session is still unknown. */
  readonly isRestoring: boolean;
  readonly isSignedIn: boolean;
  /** Whether the content is a team's module. */
  readonly hasModule: boolean;
  /** Whether the page is public: for all users, signed in or not. */
  readonly isPublic: boolean;
  /** Whether the browser has overrides or previews, or the user opened the developer dialog. */
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
  {
    name: 'invitation',
    path: '/invitation',
    layout: 'bare',
    audience: 'signed-out',
    parcel: '@portico/auth',
    title: 'invitation.title',
    needsApi: true,
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
    // The screens of sign-in and recovery show the settings themselves.
    isActive: ({ isPublic }) => isPublic,
  },
  {
    name: 'overlay',
    parcel: '@portico/overlay',
    title: 'overlay.title',
    load: 'idle',
    failure: 'panel',
    // Modules on public pages show toasts, too.
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

/** Returns the screen of this audience at an address, if any. */
export function findScreen(pathname: string, audience: ScreenAudience): (typeof screens)[number] | undefined {
  const path = pathname.replace(/\/+$/, '') || '/';
  return screens.find((screen) => screen.path === path && screen.audience === audience);
}

/** Returns the layout of the page at an address until the session is known. */
export function findFirstLayout(pathname: string): Layout {
  return findPublicPage(pathname)?.layout ?? findScreen(pathname, 'signed-out')?.layout ?? 'shell';
}

/** Whether a first segment of an address belongs to a screen. */
export function isScreenSegment(segment: string): boolean {
  return screens.some(({ path }) => path.split('/')[1] === segment);
}

/** A page of a module for all users, signed in or not. */
interface PublicPage {
  /** The first segment of the address, which a module may have. */
  readonly segment: string;
  readonly layout: Layout;
}

/** Returns the public page at an address: `/{app}/portal`, `/{app}/portal/*` or `/{app}/tickets/evaluation`. */
export function findPublicPage(pathname: string): PublicPage | undefined {
  const [, segment = '', ...rest] = pathname.replace(/\/+$/, '').split('/');
  if (segment === '') return undefined;
  if (rest[0] === 'portal') return { segment, layout: 'shell' };
  return rest.join('/') === 'tickets/evaluation' ? { segment, layout: 'bare' } : undefined;
}
