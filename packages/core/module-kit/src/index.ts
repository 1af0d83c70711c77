export type {
  Locale,
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
export { useLocale, usePortal, useTheme } from './portal-context';
