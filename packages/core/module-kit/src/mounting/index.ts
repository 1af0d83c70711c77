export { CrashBoundary, mountRoot } from './mount-root';
export { findMountable, type Mount, type MountProps } from './mountable';
