import {
  announceAddress,
  appsAtom,
  currentAppKeyAtom,
  currentTenant,
  localeAtom,
  modulePrefix,
  pageTitleAtom,
  screens,
  sessionAtom,
  setPageTitle,
  setScreenComplete,
  showRefusedAddress,
  store,
  translations,
} from '@portico/shared';
import { triggerAppChange } from 'single-spa';
import { lookUpModule } from '../import-map/module-lookup';
import { setOpenModule } from '../import-map/release';
import { findModuleName } from '../module-host/find-module-name';
import { type Regions, showFrame } from './frame';
import { registerModuleApplication } from './module-applications';
import { wasFollowed } from './module-navigation';
import { getAppKeys, resolveRoute, type ScreenRoute } from './resolve-route';
import type { ScreenName } from './routes';

/** Keeps address, session and screen together: follows redirects, registers the module of the address, updates the frame. */
export function startRouter(regions: Regions): void {
  const settle = () => {
    const { route, redirectedTo, refused } = resolveRoute(new URL(location.href));
    if (redirectedTo !== undefined) history.replaceState({}, '', redirectedTo);
    if (refused) showRefusedAddress(refused);
    leaveScreen(regions.content, route);
    setOpenModule(route.kind === 'module' ? modulePrefix + route.key : undefined);
    announceAddress({ isEcho: wasFollowed() });
    if (route.kind === 'module') {
      registerModuleApplication(route.key, regions.content);
      if (getAppKeys().has(route.key)) store.set(currentAppKeyAtom, route.key);
    }
    if (route.kind === 'unknown-module') void decide(route.key);
    showFrame(regions, route);
    announceScreen(regions.content, route);
  };

  const decide = async (key: string) => {
    const { pathname } = location;
    if (await lookUpModule(key)) onSessionChange();
    // The page host answers the address, or the browser says that there is no network.
    else if (location.pathname === pathname) location.reload();
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

function getScreenKey(route: Exclude<ScreenRoute, { kind: 'unknown-module' }>): string {
  return route.kind === 'module' ? `module ${route.key}` : route.screen;
}

/**
 * On a change of screen: takes the focus from the screen before, and scrolls up. Before anything is drawn anew, because
 * the browser computes the layout for both: now it is the one on screen.
 */
function leaveScreen(content: HTMLElement, route: ScreenRoute): void {
  if (announced === undefined || route.kind === 'unknown-module') return;
  const screen = getScreenKey(route);
  if (screen === announced || screen === 'restoring') return;
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && content.contains(activeElement)) activeElement.blur();
  window.scrollTo(0, 0);
}

/**
 * On a change of screen: sets the title, moves focus to the content and announces the title. On the first screen of a
 * page the browser does the last two itself.
 */
function announceScreen(content: HTMLElement, route: ScreenRoute): void {
  if (route.kind === 'unknown-module') return;
  const screen = getScreenKey(route);
  // Its application says when it is complete.
  if (screen !== latest) {
    latest = screen;
    setScreenComplete(false);
    setPageTitle('');
  }
  if (screen === 'restoring') return;
  const isFirst = announced === undefined;
  if (isFirst || screen === announced || document.hidden) document.title = getTitle(route);
  if (screen === announced) return;
  announced = screen;
  if (isFirst) return;
  const { activeElement } = document;
  const announce = () => {
    // Another screen has come meanwhile.
    if (screen !== announced) return;
    // Unless the screen has taken it for a field of its own.
    const isTaken = document.activeElement !== activeElement && content.contains(document.activeElement);
    if (!isTaken) content.focus({ preventScroll: true });
    // After the focus, which interrupts what screen readers say.
    document.title = getTitle(route);
    const announcer = document.querySelector('.portico-announcer');
    if (announcer) announcer.textContent = document.title;
  };
  // After the screen is drawn, and after the menu that led here has closed, because it returns the focus to its button.
  requestAnimationFrame(() => requestAnimationFrame(announce));
}

function getTitle(route: Exclude<ScreenRoute, { kind: 'unknown-module' }>): string {
  const tenant = currentTenant()?.name ?? 'Portico';
  const name =
    store.get(pageTitleAtom) || (route.kind === 'module' ? findModuleName(route.key) : getScreenTitle(route.screen));
  return name ? `${name} · ${tenant}` : tenant;
}

function getScreenTitle(screen: ScreenName): string | undefined {
  if (screen === 'unreachable') return translations.t('failure.cannot_reach_title');
  const row = screens.find(({ name }) => name === screen);
  return row && translations.t(row.title);
}
