import type { ModuleProps } from '@portico/contract';
import type { ComponentType } from 'react';
import { isLifecycles, type Lifecycles, mountLifecycles } from './mount-lifecycles';
import { mountRoot } from './mount-root';

/** What a host hands over: the contract, and where a crash goes. What else it adds reaches lifecycles and components. */
export interface MountProps extends ModuleProps {
  readonly onCrash: (error: unknown) => void;
}

/** Mounts a module into `props.element`; resolves, once it is on screen, to what takes it away again. */
export type Mount = (props: MountProps) => Promise<() => Promise<void>>;

type ComponentProps = Omit<MountProps, 'key'>;

type MountFunction = (element: HTMLElement, props: ModuleProps) => unknown;

/**
 * How to mount what a module exports (design, section 6), in the portal and in the tests of a module alike; `undefined`
 * when it exports nothing that can be mounted.
 */
export function mountableOf(exports: unknown): Mount | undefined {
  const candidates = [exports, property(exports, 'default')];
  const lifecycles = candidates.find(isLifecycles);
  if (lifecycles) return createLifecyclesMount(lifecycles);
  const mount = candidates.map((candidate) => property(candidate, 'mount')).find(isMountFunction);
  if (mount) return createFunctionMount(mount);
  const [, component] = candidates;
  return isComponent(component) ? createComponentMount(component) : undefined;
}

function createLifecyclesMount(lifecycles: Lifecycles): Mount {
  let bootstrapped = false;
  return async (props) => {
    const unmount = await mountLifecycles(lifecycles, props, bootstrapped);
    bootstrapped = true;
    return unmount;
  };
}

function createFunctionMount(mount: MountFunction): Mount {
  return async (props) => {
    const unmount: unknown = await mount(props.element, props);
    return async () => {
      if (typeof unmount === 'function') await unmount();
    };
  };
}

function createComponentMount(Component: ComponentType<ComponentProps>): Mount {
  // React keeps a prop of the name `key` to itself; `basePath` tells a component as much.
  return async ({ key, ...props }) => {
    const unmount = await mountRoot(props.element, <Component key={key} {...props} />, props.onCrash);
    return async () => unmount();
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isMountFunction(value: unknown): value is MountFunction {
  return typeof value === 'function';
}

/** A function, or what React makes of one by memo, forwardRef or lazy. */
function isComponent(value: unknown): value is ComponentType<ComponentProps> {
  return typeof value === 'function' || property(value, '$$typeof') !== undefined;
}
