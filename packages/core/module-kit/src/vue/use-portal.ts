import type { Locale, PortalApi, PortalEventName, Theme } from '@portico/contract';
import { type InjectionKey, inject, onScopeDispose, type Ref, readonly, shallowRef } from 'vue';

export const portalKey: InjectionKey<PortalApi> = Symbol('portal');

/**
 * The portal, in the setup of any component below `createModule`.
 * @throws Error outside of it
 */
export function usePortal(): PortalApi {
  const portal = inject(portalKey, undefined);
  if (!portal) throw new Error('No portal found: use the composables of the portal below createModule.');
  return portal;
}

/** The language of the portal, which follows the user's choice. */
export function useLocale(): Readonly<Ref<Locale>> {
  return useSetting('container:locale', (portal) => portal.locale);
}

/** The theme of the portal, which follows the user's choice. */
export function useTheme(): Readonly<Ref<Theme>> {
  return useSetting('container:theme', (portal) => portal.theme);
}

function useSetting<Value>(event: PortalEventName, read: (portal: PortalApi) => Value): Readonly<Ref<Value>> {
  const portal = usePortal();
  const setting = shallowRef(read(portal));
  onScopeDispose(
    portal.subscribe(event, () => {
      setting.value = read(portal);
    }),
  );
  return readonly(setting) as Readonly<Ref<Value>>;
}
