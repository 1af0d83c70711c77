export type {
  GivenProps,
  Locale,
  ModuleEvents,
  ModuleParcel,
  ModulePlace,
  ModuleProps,
  ModuleToast,
  PortalApi,
  SaveChanges,
  Theme,
} from '@portico/contract';
export type { ModuleLifecycles } from './lifecycles';
