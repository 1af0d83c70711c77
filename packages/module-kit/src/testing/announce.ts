import type { PortalEventMap, PortalEventName } from '@portico/contract';

/** Tells the module, as the shell does. */
export function announce<Name extends PortalEventName>(name: Name, detail: PortalEventMap[Name]): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}
