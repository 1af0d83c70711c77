import { mountComponent } from './mount-component';
import { findMountableWith, type Mount } from './mountable';

/** Finds out how to mount what a module exports; `undefined` when it cannot be mounted. */
export function findMountable(exports: unknown): Mount | undefined {
  return findMountableWith(mountComponent, exports);
}
