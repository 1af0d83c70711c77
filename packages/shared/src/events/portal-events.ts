import type { PortalEventMap, PortalEventName } from '@portico/contract';

/** Tells everybody in the page about a fact; see `PortalEventMap` for when each event fires. */
export function dispatchPortalEvent<Name extends PortalEventName>(name: Name, detail: PortalEventMap[Name]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/**
 * Listens to an event of the portal.
 * @returns ends this subscription and no other
 */
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
