export { findMountable } from './find-mountable';
export { CrashBoundary, mountRoot } from './mount-root';
export type { Mount, MountProps } from './mountable';
