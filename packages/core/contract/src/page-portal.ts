import type { PortalApi } from './module';

/** The portal for code that is not mounted, such as a package: without what belongs to one mounted module. */
export type PagePortal = Omit<PortalApi, 'setTitle' | 'setDirty'>;

declare global {
  interface Window {
    /** Returns the portal, for the kit. The shell defines it before the first module loads; no script can change it. */
    readonly porticoPortal?: (name?: string) => PagePortal;
  }
}

/** Returns a portal without what belongs to one mounted module. */
export function createPagePortal(portal: PortalApi): PagePortal {
  const { setTitle, setDirty, ...others } = Object.getOwnPropertyDescriptors(portal);
  return Object.create(Object.prototype, others);
}
