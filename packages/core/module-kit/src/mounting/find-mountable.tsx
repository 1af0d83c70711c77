import { mountRoot } from './mount-root';
import { findMountableWith, type Mount, type MountComponent } from './mountable';

export type { Mount, MountProps } from './mountable';

/** Returns how to mount what a module exports; `undefined` when it cannot be mounted. */
export function findMountable(exports: unknown): Mount | undefined {
  return findMountableWith(mountComponent, exports);
}

/** Mounts a React component. React reserves the prop `key`; `basePath` contains it too. */
export const mountComponent: MountComponent = (Component, { key, ...props }) =>
  mountRoot(props.element, <Component key={key} {...props} />, props.onCrash);
