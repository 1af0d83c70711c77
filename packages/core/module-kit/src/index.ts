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
export {
  createModule,
  type ModuleComponentProps,
  type ModuleLifecycles,
  type ModuleOptions,
} from './create-module';
export { useLocale, usePortal, useTheme } from './portal-context';
