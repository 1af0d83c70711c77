export type { Locale, ModuleProps, ModuleToast, PortalApi, SaveChanges, Theme } from '@portico/contract';
export type { ModuleLifecycles } from '../lifecycles';
export { createModule, type ModuleComponentProps, type ModuleOptions } from './create-module';
export { useLocale, usePortal, useTheme } from './use-portal';
