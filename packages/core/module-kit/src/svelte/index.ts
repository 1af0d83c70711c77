export type { Locale, ModuleProps, ModuleToast, PortalApi, SaveChanges, Theme } from '@portico/contract';
export type { ModuleLifecycles, ModuleOptions } from '../lifecycles';
export { createModule, type ModuleComponentProps } from './create-module';
export { getLocale, getPortal, getTheme } from './get-portal';
