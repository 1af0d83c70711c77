import type { ModuleProps, MountParcel } from '@portico/shared';
import type { ComponentType } from 'react';
import { type ComponentProps, mountComponent } from './mount-component';
import { isLifecycles, type Lifecycles, mountLifecycles } from './mount-lifecycles';

/** Mounts a module into `props.element`; resolves, once it is on screen, to what takes it away again. */
export type Mount = (props: HostProps) => Promise<() => Promise<void>>;

/**
 * What the host hands over: the contract, and for the shell's own parcels their screen, where a crash goes, and how they
 * mount others.
 */
export interface HostProps extends ModuleProps {
  readonly screen?: string;
  readonly mountParcel?: MountParcel;
  readonly onCrash: (error: unknown) => void;
}

type MountFunction = (element: HTMLElement, props: ModuleProps) => unknown;

/** How to mount what a module exports (design, section 6); `undefined` when it exports nothing that can be mounted. */
export function mountableOf(exports: unknown): Mount | undefined {
  const candidates = [exports, property(exports, 'default')];
  const lifecycles = candidates.find(isLifecycles);
  if (lifecycles) return createLifecyclesMount(lifecycles);
  const mount = candidates.map((candidate) => property(candidate, 'mount')).find(isMountFunction);
  if (mount) return createFunctionMount(mount);
  const [, component] = candidates;
  return isComponent(component) ? (props) => mountComponent(component, props) : undefined;
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
