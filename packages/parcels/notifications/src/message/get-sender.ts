import { type App, appsAtom, i18n, type Notification, store, useAtomValue } from '@portico/shared';

/** The user may have notifications of a module that they do not have any more. */
export function findApp(module: string): App | undefined {
  return store.get(appsAtom).find((app) => app.module === module);
}

/** The same; follows the list, of which a page names only the first. */
export function useApp(module: string): App | undefined {
  return useAtomValue(appsAtom).find((app) => app.module === module);
}

/** Who sent a notification, in place of a title that it lacks: the application, else the module, else the portal. */
export function getSender({ module }: Pick<Notification, 'module'>, app = findApp(module)): string {
  return app?.name || module || i18n.t('notifications');
}
