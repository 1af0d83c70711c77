import { confirmLeaving, hasUnsavedChanges } from '@portico/shared';
import { isLeaving } from './is-leaving';

/** An entry of the history. */
interface Entry {
  readonly href: string;
  readonly state: unknown;
  /** What tells it apart from all others, where the browser can say (docs/decisions/0011). */
  readonly key: string | undefined;
}

// Older browsers lack it.
const navigation: Navigation | undefined = window.navigation;
const pushNatively = history.pushState.bind(history);

/** What is on screen; while a refused step is undone, the browser is elsewhere. */
let here = currentEntry();
let isUndoing = false;

/**
 * Refuses each change of the address that would lose unsaved changes, asks, and repeats it when the user leaves. Called
 * before single-spa starts, so that it sees no change that was refused.
 */
export function startNavigationGuard(): void {
  guardMethod('pushState');
  guardMethod('replaceState');
  window.addEventListener('popstate', onStep);
  window.addEventListener('hashchange', onStep);
  navigation?.addEventListener('navigate', onNavigate);
}

function guardMethod(name: 'pushState' | 'replaceState'): void {
  const change = history[name].bind(history);
  history[name] = (state, unused, url) => {
    // Repeated by its name: by then single-spa's own wrapper stands around this one.
    if (isRefused(url)) return void leaveBy(() => history[name](state, unused, url));
    change(state, unused, url);
    here = currentEntry();
  };
}

/** The browser has taken the step already: it is undone, asked about, and repeated to the very same entry. */
function onStep(event: Event): void {
  // Made by single-spa after a change that was let through.
  if ('singleSpa' in event) return;
  if (!isUndoing && !isRefused(location.href)) {
    here = currentEntry();
    return;
  }
  event.stopImmediatePropagation();
  if (isUndoing) void comeBack();
  else void undo(currentEntry());
}

async function undo(wanted: Entry): Promise<void> {
  isUndoing = true;
  await comeBack();
  await leaveBy(() => {
    if (wanted.key) void traverseTo(wanted.key);
    else history.back();
  });
  isUndoing = false;
}

/** Without the Navigation API nobody knows how far it went: the screen gets a new entry, behind the wanted one. */
async function comeBack(): Promise<void> {
  if (here.key) await traverseTo(here.key);
  else if (location.href !== here.href) pushNatively(here.state, '', here.href);
}

async function traverseTo(key: string): Promise<void> {
  const step = navigation?.traverseTo(key);
  // Rejected when another step overtakes it, whose own event follows, or when the entry is gone.
  await Promise.allSettled([step?.committed, step?.finished]);
}

/** A link to a fragment that the browser follows itself. */
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
  // The browser refuses what is of another origin.
  return target.origin === location.origin && isLeaving(new URL(here.href), target);
}

function currentEntry(): Entry {
  return { href: location.href, state: history.state, key: navigation?.currentEntry?.key };
}
