import { type App, appsAtom, type Notification, store, translations } from '@portico/shared';

/** The user may have notifications of a module that they do not have any more. */
export function findApp(module: string): App | undefined {
  return store.get(appsAtom).find((app) => app.module === module);
}

/** Who sent a notification, in place of a title that it lacks: the application, else the module, else the portal. */
export function getSender({ module }: Pick<Notification, 'module'>): string {
  return findApp(module)?.name || module || translations.t('notifications');
}
