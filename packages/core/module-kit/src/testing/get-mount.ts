import { findMountableWith, type Mount, type MountComponent } from '../mounting/mountable';

/** Loads late: teams with another framework have no React. */
const mountComponent: MountComponent = async (Component, props) =>
  (await import('../mounting/find-mountable')).mountComponent(Component, props);

const mounts = new Map<unknown, Mount>();

/** Returns the cached mount of these exports: a module is bootstrapped once, but may be mounted many times. */
export function getMount(exports: unknown): Mount {
  const mount = mounts.get(exports) ?? findMountableWith(mountComponent, exports);
  if (!mount) {
    throw new TypeError(
      'The portal cannot mount this: a module exports mount and unmount, or mount(element, props), or a component as default.',
    );
  }
  mounts.set(exports, mount);
  return mount;
}
