import type { GivenProps, ModuleParcel } from '@portico/contract';
import { whenIdle } from '../page/when-idle';
import { mountModuleParcel } from '../parcel/module-parcels';

/** The distance from the window at which a parcel starts to load. */
const nearby = '300px';

/**
 * Mounts a parcel of a module in an element once the screen is complete, the browser is idle, and the element is near the
 * window: what modules add never delays the screen that they add it to.
 */
export function mountNear(
  name: string,
  element: HTMLElement,
  props: GivenProps,
  around?: readonly string[],
): ModuleParcel {
  let given = props;
  let parcel: ModuleParcel | undefined;
  let settle = () => {};
  const mounted = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      parcel = mountModuleParcel(name, element, given, around);
      void parcel.mounted.then(settle);
    },
    { rootMargin: nearby },
  );
  const cancel = whenIdle(() => observer.observe(element));
  return {
    mounted,
    update: (changed) => {
      given = changed;
      parcel?.update(changed);
    },
    unmount: async () => {
      cancel();
      observer.disconnect();
      await parcel?.unmount();
      settle();
    },
  };
}
