export type {
  GivenProps,
  Locale,
  ModuleParcel,
  ModuleProps,
  ModuleToast,
  MountModule,
  PortalApi,
  PortalEventMap,
  PortalEventName,
  SaveChanges,
  Theme,
  Unmount,
} from '@portico/contract';
export { createModule, type ModuleComponentProps } from './create-module';
export type { ModuleLifecycles, ModuleOptions } from './lifecycles';
export { Parcel, type ParcelProps } from './parcel';
export { useLocale, usePortal, useTheme } from './portal-context';
