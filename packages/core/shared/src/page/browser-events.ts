import type { PortalEventMap, PortalEventName } from '@portico/contract';
import { atom } from 'jotai';
import { store } from '../store';

/** Listens to events of several types; returns a function that stops it. */
export function listen(
  target: EventTarget,
  types: readonly string[],
  onEvent: (event: Event) => void,
  options: AddEventListenerOptions = {},
): () => void {
  for (const type of types) target.addEventListener(type, onEvent, options);
  return () => {
    for (const type of types) target.removeEventListener(type, onEvent, options);
  };
}

/** The shortest time between two wake-ups, in milliseconds: several events report the same one. */
const shortestGap = 1_000;

/**
 * Calls `onWakeUp` when the page may have slept or been offline: it becomes visible, gets the focus, is online again,
 * or comes back from the back-forward cache.
 * @returns stops it
 */
export function onWake(onWakeUp: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const onEvent = (event: Event) => {
    // The first load of a page fires `pageshow` too.
    if ('persisted' in event && !event.persisted) return;
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - last) < shortestGap) return;
    last = Date.now();
    onWakeUp();
  };
  const undo = [
    listen(document, ['visibilitychange'], onEvent),
    listen(window, ['focus', 'online', 'pageshow'], onEvent),
  ];
  return () => {
    for (const end of undo) end();
  };
}

/** Fires an event of the portal on `window`; `PortalEventMap` says when each event fires. */
export function dispatchPortalEvent<Name extends PortalEventName>(name: Name, detail: PortalEventMap[Name]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Listens to an event of the portal; returns a function that stops it. */
export function subscribeToPortalEvent<Name extends PortalEventName>(
  name: Name,
  handler: (detail: PortalEventMap[Name]) => void,
): () => void {
  const listener = (event: Event) => {
    if (event instanceof CustomEvent) handler(event.detail);
  };
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

/** Whether the browser has no network. */
export const isOfflineAtom = atom(isOffline());
isOfflineAtom.debugLabel = 'isOffline';

listen(window, ['online', 'offline'], () => store.set(isOfflineAtom, isOffline()));

function isOffline(): boolean {
  // The build renders screens without a navigator.
  return globalThis.navigator?.onLine === false;
}
