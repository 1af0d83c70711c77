import { isolateText } from '@portico/contract';
import {
  announceAddress,
  appKeysAtom,
  appsAtom,
  currentAppKeyAtom,
  currentTenant,
  i18n,
  localeAtom,
  modulePrefix,
  pageTitleAtom,
  refusedAddressAtom,
  screens,
  sessionAtom,
  setScreenComplete,
  store,
} from '@portico/shared';
import { triggerAppChange } from 'single-spa';
import { liveImportMap } from '../import-map/live-import-map';
import { findModuleName } from '../module-host/module-import';
import { type Regions, showFrame } from './frame';
import { registerModuleApplication } from './module-applications';
import { wasFollowed } from './module-navigation';
import { readScreenAddress } from './navigation-guard';
import { resolveRoute, type ScreenRoute } from './resolve-route';
import type { ScreenName } from './routes';

type UnknownModule = Extract<ScreenRoute, { kind: 'unknown-module' }>;
type KnownRoute = Exclude<ScreenRoute, UnknownModule>;

/** Follows redirects, registers the module of the address, and keeps the frame in step with address and session. */
export function startRouter(regions: Regions): void {
  const settle = () => {
    const { route, redirectedTo, refused } = resolveRoute(readScreenAddress());
    if (redirectedTo !== undefined) history.replaceState({}, '', redirectedTo);
    if (refused) store.set(refusedAddressAtom, refused);
    changeScreen(regions.content, route);
    liveImportMap.openModule = route.kind === 'module' ? modulePrefix + route.key : undefined;
    announceAddress(readScreenAddress(), { isEcho: wasFollowed() });
    if (route.kind === 'module') registerModuleApplication(route.key, regions.content);
    if (route.kind === 'unknown-module') void decide(route);
    showFrame(regions, route);
  };

  const decide = async ({ layout, segment }: UnknownModule) => {
    const { pathname } = readScreenAddress();
    await liveImportMap.lookUp(segment);
    const address = readScreenAddress();
    if (address.pathname !== pathname) return;
    if (resolveRoute(address).route.kind !== 'unknown-module') return onSessionChange();
    const unreachable = { kind: 'screen', screen: 'unreachable', layout } as const;
    changeScreen(regions.content, unreachable);
    showFrame(regions, unreachable);
  };

  window.addEventListener('single-spa:before-routing-event', settle);
  const onSessionChange = () => {
    settle();
    void triggerAppChange();
  };
  store.sub(sessionAtom, onSessionChange);
  store.sub(appsAtom, onSessionChange);
  store.sub(localeAtom, settle);
  store.sub(pageTitleAtom, settle);
  onSessionChange();
}

/** The screen at the latest change of the address or the session. */
let latest: string | undefined;

let announced: string | undefined;

function getScreenKey(route: KnownRoute): string {
  return route.kind === 'module' ? `module ${route.key}` : route.screen;
}

/**
 * On a change of screen: scrolls up, moves the focus to the content, and names the screen in the top bar and in the
 * title, which it announces. On the first screen of a page it only names the screen. To be called before anything is
 * drawn: scrolling and moving the focus need a layout, and the browser still has that of the screen before.
 */
function changeScreen(content: HTMLElement, route: ScreenRoute): void {
  if (route.kind === 'unknown-module') return;
  const screen = getScreenKey(route);
  // The application reports when the screen is complete.
  if (screen !== latest) {
    latest = screen;
    setScreenComplete(false);
    store.set(pageTitleAtom, '');
  }
  if (screen === 'restoring') return;
  const isFirst = announced === undefined;
  if (isFirst || screen === announced || document.hidden) showName(route);
  // A bar without an application names the tenant meanwhile.
  else if (!store.get(currentAppKeyAtom)) setCurrentApp(route);
  if (screen === announced) return;
  announced = screen;
  if (isFirst) return;
  // Scroll first: a blur changes styles, so scrolling after it would compute the layout again.
  window.scrollTo(0, 0);
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && content.contains(focused)) focused.blur();
  const { activeElement } = document;
  const announce = () => {
    // Another screen has come meanwhile. If it is one of the shell, the bar keeps this application.
    if (screen !== announced) return announced?.startsWith('module') ? undefined : setCurrentApp(route);
    // Keep the focus if the screen has moved it to a field of its own.
    const isTaken = document.activeElement !== activeElement && content.contains(document.activeElement);
    if (!isTaken) content.focus({ preventScroll: true });
    // Announce after moving the focus, because a new focus interrupts screen readers.
    showName(route);
    const announcer = document.querySelector('.portico-announcer');
    if (announcer) announcer.textContent = document.title;
  };
  // Update the bar after the screen is drawn, so that it does not delay the screen. Move the focus after a menu has
  // closed, because the menu returns the focus to its button.
  requestAnimationFrame(() => requestAnimationFrame(announce));
}

function showName(route: KnownRoute): void {
  document.title = getTitle(route);
  setCurrentApp(route);
}

/** The bar keeps the last application on the shell's own screens. */
function setCurrentApp(route: ScreenRoute): void {
  if (route.kind === 'module' && store.get(appKeysAtom).has(route.key)) store.set(currentAppKeyAtom, route.key);
}

function getTitle(route: KnownRoute): string {
  const tenant = currentTenant()?.name ?? 'Portico';
  const name =
    store.get(pageTitleAtom) || (route.kind === 'module' ? findModuleName(route.key) : getScreenTitle(route.screen));
  return name ? `${isolateText(name)} · ${isolateText(tenant)}` : tenant;
}

function getScreenTitle(screen: ScreenName): string | undefined {
  if (screen === 'unreachable') return i18n.t('failure.cannot_reach_title');
  const row = screens.find(({ name }) => name === screen);
  return row && i18n.t(row.title);
}
