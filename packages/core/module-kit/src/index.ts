export type {
  EventHandler,
  EventPayload,
  EventSender,
  GivenProps,
  Locale,
  ModuleEventName,
  ModuleEvents,
  ModuleParcel,
  ModulePlace,
  ModuleProps,
  ModuleToast,
  MountModule,
  PortalApi,
  PortalEventMap,
  PortalEventName,
  SaveChanges,
  SubscribeOptions,
  Theme,
  Unmount,
} from '@portico/contract';
export { createModule, type ModuleComponentProps } from './create-module';
export { getPortal, type PagePortal } from './get-portal';
export type { ModuleLifecycles, ModuleOptions } from './lifecycles';
export { Parcel, type ParcelProps, Place, type PlaceProps } from './parcel';
export { useLocale, usePortal, useTheme } from './portal-context';
