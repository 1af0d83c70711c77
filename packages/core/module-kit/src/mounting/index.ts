export { CrashBoundary } from './mount-root';
export { findMountable, type Mount, type MountProps } from './mountable';
