import type { ModuleProps } from '@portico/contract';
import { type ComponentType, createElement } from 'react';
import type { ModuleComponentProps } from '../create-module';
import { mountRoot } from '../mount-root';

/** What the portal hands to lifecycles: the contract, single-spa's own props, and where a crash goes. */
export interface LifecycleProps extends ModuleProps {
  readonly name: string;
  readonly domElement: HTMLElement;
  readonly onCrash: (error: unknown) => void;
}

type Lifecycle = (props: LifecycleProps) => unknown;

/** Ends what was mounted. */
type End = () => Promise<void>;

const bootstrapped = new WeakSet<object>();

/**
 * How the portal mounts what a module exports: lifecycles, else `mount`, each by name or as default's property, else a
 * component as default. The order is that of the portal's own module host.
 * @throws TypeError when there is none of them
 */
export function mounterOf(exports: unknown): (props: LifecycleProps) => Promise<End> {
  const candidates = [exports, property(exports, 'default')];
  const lifecycles = candidates.find(hasLifecycles);
  if (lifecycles) return (props) => mountLifecycles(lifecycles, props);
  const mount = candidates.map((candidate) => property(candidate, 'mount')).find(isFunction);
  if (mount) return (props) => mountByFunction(mount, props);
  const [, component] = candidates;
  if (isComponent(component)) return (props) => mountComponent(component, props);
  throw new TypeError(
    'The portal cannot mount this: a module exports mount and unmount, or mount(element, props), or a component as default.',
  );
}

async function mountLifecycles(lifecycles: object, props: LifecycleProps): Promise<End> {
  const run = async (name: string) => {
    for (const step of stepsOf(lifecycles, name)) await step(props);
  };
  if (!bootstrapped.has(lifecycles)) await run('bootstrap');
  bootstrapped.add(lifecycles);
  try {
    await run('mount');
  } catch (error) {
    await run('unmount').catch(() => undefined);
    throw error;
  }
  return () => run('unmount');
}

/** Without what `createModule` adds, since the portal knows nothing of that. */
async function mountComponent(
  component: ComponentType<ModuleComponentProps>,
  { basePath, element, portal, onCrash }: LifecycleProps,
): Promise<End> {
  const unmount = await mountRoot(element, createElement(component, { basePath, element, portal }), onCrash);
  return async () => unmount();
}

async function mountByFunction(mount: (...values: unknown[]) => unknown, props: LifecycleProps): Promise<End> {
  const unmount = await mount(props.element, props);
  return async () => {
    if (isFunction(unmount)) await unmount();
  };
}

function hasLifecycles(value: unknown): value is object {
  return ['mount', 'unmount'].every((name) => stepsOf(value, name).length > 0);
}

/** A lifecycle is a function or several, called one after the other. */
function stepsOf(value: unknown, name: string): Lifecycle[] {
  const steps = [property(value, name)].flat();
  return steps.every(isFunction) ? steps : [];
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isFunction(value: unknown): value is (...values: unknown[]) => unknown {
  return typeof value === 'function';
}

/** A function, or what React makes of one by memo, forwardRef or lazy. */
function isComponent(value: unknown): value is ComponentType<ModuleComponentProps> {
  return isFunction(value) || property(value, '$$typeof') !== undefined;
}
