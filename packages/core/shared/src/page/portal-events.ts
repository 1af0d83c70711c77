import type { PortalEventMap, PortalEventName } from '@portico/contract';

/** Fires an event of the portal on `window`; `PortalEventMap` says when each event fires. */
export function dispatchPortalEvent<Name extends PortalEventName>(name: Name, detail: PortalEventMap[Name]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/**
 * Listens to an event of the portal.
 * @returns ends this subscription
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
