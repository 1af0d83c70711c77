export { CrashBoundary } from './crash-boundary';
export { type Mount, type MountProps, mountableOf } from './mountable';
