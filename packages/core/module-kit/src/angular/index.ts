export type { Locale, ModuleProps, ModuleToast, PortalApi, SaveChanges, Theme } from '@portico/contract';
export type { ModuleLifecycles } from '../lifecycles';
export { createModule, type ModuleOptions } from './create-module';
export { Portal } from './portal';
