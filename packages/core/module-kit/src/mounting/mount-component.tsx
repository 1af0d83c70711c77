import { mountRoot } from './mount-root';
import type { MountComponent } from './mountable';

// React reserves the prop `key`; `basePath` contains it too.
export const mountComponent: MountComponent = (Component, { key, ...props }) =>
  mountRoot(props.element, <Component key={key} {...props} />, props.onCrash);
