import type { MountProps } from './mountable';

type Lifecycle = (props: LifecycleProps) => unknown;

/** Single-spa's own props, as an application gets them, beside ours. `domElement` is where its adapters mount. */
interface LifecycleProps extends MountProps {
  readonly name: string;
  readonly domElement: HTMLElement;
}

/** The lifecycles of single-spa; each is a function or several, called one after the other. */
export interface Lifecycles {
  readonly bootstrap?: Lifecycle | readonly Lifecycle[];
  readonly mount: Lifecycle | readonly Lifecycle[];
  readonly unmount: Lifecycle | readonly Lifecycle[];
}

export async function mountLifecycles(
  { bootstrap = [], mount, unmount }: Lifecycles,
  props: MountProps,
  bootstrapped: boolean,
): Promise<() => Promise<void>> {
  const lifecycleProps = { ...props, name: props.key, domElement: props.element };
  if (!bootstrapped) await runAll(bootstrap, lifecycleProps);
  try {
    await runAll(mount, lifecycleProps);
  } catch (error) {
    // What a failed mount left half-done is taken away as well as the module can.
    await runAll(unmount, lifecycleProps).catch(() => undefined);
    throw error;
  }
  return () => runAll(unmount, lifecycleProps);
}

async function runAll(lifecycle: Lifecycle | readonly Lifecycle[], props: LifecycleProps): Promise<void> {
  for (const step of [lifecycle].flat()) await step(props);
}

export function isLifecycles(value: unknown): value is Lifecycles {
  return (
    typeof value === 'object' &&
    value !== null &&
    isLifecycle(Reflect.get(value, 'mount')) &&
    isLifecycle(Reflect.get(value, 'unmount'))
  );
}

function isLifecycle(value: unknown): boolean {
  return typeof value === 'function' || (Array.isArray(value) && value.every((step) => typeof step === 'function'));
}
