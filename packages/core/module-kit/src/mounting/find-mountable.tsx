import { mountRoot } from './mount-root';
import { findMountableWith, type Mount, type MountComponent, type MountProps } from './mountable';

export type { Mount, Mounted, MountProps } from './mountable';

/** Returns how to mount what a module exports; `undefined` when it cannot be mounted. */
export function findMountable(exports: unknown): Mount | undefined {
  return findMountableWith(mountComponent, exports);
}

/** Mounts a React component. React reserves the prop `key`; `basePath` contains it too. */
export const mountComponent: MountComponent = async (Component, initial) => {
  const render = ({ key, ...props }: MountProps) => <Component key={key} {...props} />;
  const { unmount, update } = await mountRoot(initial.element, render(initial), initial.onCrash);
  return { unmount: async () => unmount(), update: async (props) => update(render(props)) };
};
