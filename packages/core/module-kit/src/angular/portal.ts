import { DestroyRef, type FactoryProvider, InjectionToken, inject, type Signal, signal } from '@angular/core';
import type { Locale, PortalApi, PortalEventName, Theme } from '@portico/contract';

/** The portal as a service: its language and theme are signals, which follow the user's choice. */
export interface Portal extends Omit<PortalApi, 'locale' | 'theme'> {
  readonly locale: Signal<Locale>;
  readonly theme: Signal<Theme>;
}

/** `inject(Portal)` is the portal, in all components and services below `createModule`. */
export const Portal = new InjectionToken<Portal>('the portal, which createModule provides');

/** Makes the service of one mount. */
export function providePortal(api: PortalApi): FactoryProvider {
  return {
    provide: Portal,
    useFactory: () => {
      const destroyRef = inject(DestroyRef);
      const follow = <Value>(event: PortalEventName, read: () => Value): Signal<Value> => {
        const setting = signal(read());
        destroyRef.onDestroy(api.subscribe(event, () => setting.set(read())));
        return setting.asReadonly();
      };
      // Everything else is the API's own, with the present user.
      return Object.create(api, {
        locale: { value: follow('container:locale', () => api.locale) },
        theme: { value: follow('container:theme', () => api.theme) },
      });
    },
  };
}
