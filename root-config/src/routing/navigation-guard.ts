import { type Address, confirmLeaving, hasUnsavedChanges } from '@portico/shared';
import { resolveRoute } from './resolve-route';

/** An entry of the history. */
interface Entry {
  readonly href: string;
  readonly state: unknown;
  /** Its identity, if the browser supports it (docs/decisions/0011). */
  readonly key: string | undefined;
}

// Older browsers lack it.
const navigation: Navigation | undefined = window.navigation;
const pushNatively = history.pushState.bind(history);

/** The entry on screen. The browser is at another one while a refused step is undone. */
let current = getCurrentEntry();
let isUndoing = false;
let returning: Promise<void> | undefined;

/**
 * Refuses changes of the address that would lose unsaved changes, asks the user, and repeats the change if they leave.
 * To be called before single-spa starts, so that single-spa does not see refused changes.
 */
export function startNavigationGuard(): void {
  // The user may have gone back since this script was evaluated.
  current = getCurrentEntry();
  guardMethod('pushState');
  guardMethod('replaceState');
  window.addEventListener('popstate', onStep);
  window.addEventListener('hashchange', onStep);
  navigation?.addEventListener('navigate', onNavigate);
}

/**
 * The address of the screen. It differs from `location` while the guard undoes a step: a screen that followed
 * `location` would lose its unsaved changes.
 */
export function readScreenAddress(): Address {
  return isUndoing ? new URL(current.href) : location;
}

function guardMethod(name: 'pushState' | 'replaceState'): void {
  const change = history[name].bind(history);
  history[name] = (state, unused, url) => {
    // Wait until the browser is back at the entry on screen.
    if (returning) return void returning.then(() => history[name](state, unused, url));
    // Through `history`, because single-spa wraps this function later.
    if (isRefused(url)) return void leaveBy(() => history[name](state, unused, url));
    change(state, unused, url);
    current = getCurrentEntry();
  };
}

/** The browser has taken the step already: undoes it, asks, and repeats it to the same entry. */
function onStep(event: Event): void {
  // single-spa creates these events after changes that were allowed.
  if ('singleSpa' in event) return;
  if (!isUndoing && !isRefused(location.href)) {
    current = getCurrentEntry();
    return;
  }
  event.stopImmediatePropagation();
  if (isUndoing) void returnToCurrent();
  else void undo(getCurrentEntry());
}

async function undo(wanted: Entry): Promise<void> {
  isUndoing = true;
  await returnToCurrent();
  await leaveBy(() => {
    if (navigation && wanted.key) void traverseTo(navigation, wanted.key);
    else history.back();
  });
  isUndoing = false;
}

/** Several steps share one return, because two would disturb each other. */
function returnToCurrent(): Promise<void> {
  returning ??= traverseToCurrent().finally(() => {
    returning = undefined;
  });
  return returning;
}

/** How many steps of the user may interrupt the return to the entry on screen. */
const maxReturns = 20;

async function traverseToCurrent(): Promise<void> {
  const { href, key, state } = current;
  if (navigation && key) {
    for (let returns = 0; navigation.currentEntry?.key !== key && returns < maxReturns; returns += 1)
      await traverseTo(navigation, key);
  } else if (location.href !== href) {
    // Without the Navigation API the distance is unknown: the screen gets a new entry after the wanted one.
    pushNatively(state, '', href);
  }
}

/** A step that takes longer counts as lost. */
const stepTimeout = 1_000;

/**
 * Goes to an entry of the history. Ends when the browser is at another entry, which may be the target of a newer step.
 * Firefox 153 can lose an interrupted step, and then every later step to the same key; `history.go` still works.
 */
export async function traverseTo(navigation: Navigation, key: string): Promise<void> {
  const { committed, finished } = navigation.traverseTo(key);
  // They reject if a newer step interrupts this one, and stay pending in Firefox.
  void Promise.allSettled([committed, finished]);
  if (await hasMoved(navigation)) return;
  const target = navigation.entries().find((entry) => entry.key === key);
  const distance = target && target.index - (navigation.currentEntry?.index ?? 0);
  // Zero would reload the page.
  if (!distance) return;
  history.go(distance);
  await hasMoved(navigation);
}

/** Resolves to whether the browser reaches another entry in time. */
function hasMoved(navigation: Navigation): Promise<boolean> {
  const from = navigation.currentEntry?.key;
  const isElsewhere = () => navigation.currentEntry?.key !== from;
  return new Promise((resolve) => {
    // A module may replace the state of the entry meanwhile, which is a change as well.
    const onChange = () => isElsewhere() && end();
    const end = () => {
      clearTimeout(timer);
      navigation.removeEventListener('currententrychange', onChange);
      resolve(isElsewhere());
    };
    const timer = setTimeout(end, stepTimeout);
    navigation.addEventListener('currententrychange', onChange);
  });
}

/** Handles links to a fragment, which the browser follows itself. */
function onNavigate(event: NavigateEvent): void {
  const { url } = event.destination;
  if (!event.hashChange || event.navigationType === 'traverse' || !isRefused(url)) return;
  event.preventDefault();
  void leaveBy(() => location.assign(url));
}

async function leaveBy(step: () => void): Promise<void> {
  if (await confirmLeaving()) step();
}

function isRefused(url: string | URL | null | undefined): boolean {
  if (!url || !hasUnsavedChanges()) return false;
  const target = new URL(url, document.baseURI);
  // The browser itself refuses another origin.
  return target.origin === location.origin && isLeaving(new URL(current.href), target);
}

function getCurrentEntry(): Entry {
  return { href: location.href, state: history.state, key: navigation?.currentEntry?.key };
}

/**
 * Whether a change of the address leaves what is on screen. A module stays while the address is its own; any change
 * leaves a screen of the shell, because the fragment may select another part of it.
 */
export function isLeaving(from: URL, to: URL): boolean {
  const { route, redirectedTo } = resolveRoute(from);
  // The router is about to leave this address anyway.
  if (redirectedTo !== undefined) return false;
  if (route.kind === 'screen') return from.href !== to.href;
  const next = resolveRoute(to).route;
  return next.kind !== 'module' || route.kind !== 'module' || next.key !== route.key;
}
