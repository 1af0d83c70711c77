export { type MountedModule, type MountOptions, mountModule } from './mount-module';
export type { PortalCalls, PortalDoubleOptions } from './portal-double';
export { providePortal } from './provide-portal';
