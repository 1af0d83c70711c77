import type { ModuleProps } from '@portico/contract';
import type { ComponentType } from 'react';

/** The props that the host passes: those of a module, and `onCrash`. Lifecycles and components get further props too. */
export interface MountProps extends Omit<ModuleProps, 'portal'> {
  /** Absent for the parcels of the shell. */
  readonly portal?: ModuleProps['portal'] | undefined;
  readonly onCrash: (error: unknown) => void;
  /** The name of this mount, if several parcels of one key are on the page: single-spa's adapters tell them apart by it. */
  readonly name?: string;
}

/** A mounted module or parcel. */
export interface Mounted {
  readonly unmount: () => Promise<void>;
  /** Passes all props again, because those that were given to a parcel have changed. Absent if it cannot get them. */
  readonly update?: ((props: MountProps) => Promise<void>) | undefined;
}

/** Mounts a module into `props.element`; resolves once the module is on screen. */
export type Mount = (props: MountProps) => Promise<Mounted>;

type ComponentProps = Omit<MountProps, 'key'>;

/** Renders a React component. */
export type MountComponent = (Component: ComponentType<ComponentProps>, props: MountProps) => Promise<Mounted>;

type MountFunction = (element: HTMLElement, props: MountProps) => unknown;

/** Returns how to mount what a module exports, for portal and test harness; `undefined` if it cannot be mounted. */
export function findMountableWith(mountComponent: MountComponent, exports: unknown): Mount | undefined {
  const candidates = [exports, property(exports, 'default')];
  const lifecycles = candidates.find(isLifecycles);
  if (lifecycles) return createLifecyclesMount(lifecycles);
  const mount = candidates.map((candidate) => property(candidate, 'mount')).find(isMountFunction);
  if (mount) {
    return async (props) => {
      const unmount: unknown = await mount(props.element, props);
      if (unmount && typeof unmount !== 'function')
        props.portal?.report(new TypeError('mount(element, props) did not return a function that unmounts.'));
      return {
        unmount: async () => {
          if (typeof unmount === 'function') await unmount();
        },
      };
    };
  }
  const [, component] = candidates;
  return isComponent(component) ? (props) => mountComponent(component, props) : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isMountFunction(value: unknown): value is MountFunction {
  return typeof value === 'function';
}

/** Whether this is a function component, or the result of memo, forwardRef or lazy. */
function isComponent(value: unknown): value is ComponentType<ComponentProps> {
  return typeof value === 'function' || property(value, '$$typeof') !== undefined;
}

type Lifecycle = (props: LifecycleProps) => unknown;

/** The props of single-spa and those of a module. single-spa's adapters mount into `domElement`. */
interface LifecycleProps extends MountProps {
  readonly name: string;
  readonly domElement: HTMLElement;
}

/** single-spa lifecycles; each is a function or a list of functions that run one after another. */
interface Lifecycles {
  readonly bootstrap?: Lifecycle | readonly Lifecycle[];
  readonly mount: Lifecycle | readonly Lifecycle[];
  readonly unmount: Lifecycle | readonly Lifecycle[];
  /** Only parcels have it. */
  readonly update?: Lifecycle | readonly Lifecycle[];
}

function createLifecyclesMount({ bootstrap = [], mount, unmount, update }: Lifecycles): Mount {
  let isBootstrapped = false;
  const extend = (props: MountProps) => ({ ...props, name: props.name ?? props.key, domElement: props.element });
  return async (props) => {
    const lifecycleProps = extend(props);
    if (!isBootstrapped) await runAll(bootstrap, lifecycleProps);
    try {
      await runAll(mount, lifecycleProps);
    } catch (error) {
      // The module may have started something before it failed.
      await runAll(unmount, lifecycleProps).catch(() => undefined);
      throw error;
    }
    isBootstrapped = true;
    return {
      unmount: () => runAll(unmount, lifecycleProps),
      update: update && ((changed) => runAll(update, extend(changed))),
    };
  };
}

async function runAll(lifecycle: Lifecycle | readonly Lifecycle[], props: LifecycleProps): Promise<void> {
  for (const step of [lifecycle].flat()) await step(props);
}

function isLifecycles(value: unknown): value is Lifecycles {
  return isLifecycle(property(value, 'mount')) && isLifecycle(property(value, 'unmount'));
}

function isLifecycle(value: unknown): boolean {
  return typeof value === 'function' || (Array.isArray(value) && value.every((step) => typeof step === 'function'));
}
