import { type App, appsAtom, i18n, type Notification, store, useAtomValue } from '@portico/shared';
import { AppLogoMini, Icon, MediaIcon, Picture } from '@portico/ui';
import { getNotificationLogoAddress } from './notification-addresses';

/** The user may have notifications of a module that they do not have any more. */
export function findApp(module: string, apps = store.get(appsAtom)): App | undefined {
  return apps.find((app) => app.module === module);
}

/** Follows changes: a page contains only the first applications. */
export function useApp(module: string): App | undefined {
  return findApp(module, useAtomValue(appsAtom));
}

/** The sender's name, for a notification without a title: the application, else the module, else the portal. */
export function getSender({ module }: Pick<Notification, 'module'>, app = findApp(module)): string {
  return app?.name || module || i18n.t('notifications');
}

interface NotificationPictureProps {
  readonly notification: Notification;
  /** Edge length in pixels. */
  readonly size: 28 | 36;
}

/** The logo of the module, else the icon, else the bell. Only files of the user's modules are known. */
export function NotificationPicture({ notification: { module, icon }, size }: NotificationPictureProps) {
  const app = useApp(module);
  if (module) {
    const logo = app !== undefined && app.logo !== false;
    return (
      <Picture
        className={`portico-ui-logo portico-ui-mark-${size}`}
        source={logo ? getNotificationLogoAddress(module) : undefined}
        // Other servers may lack this file.
        fallback={<AppLogoMini module={module} name={app?.name ?? module} logo={logo} size={size} />}
      />
    );
  }
  return (
    <span className={`portico-notifications-picture portico-notifications-picture-${size}`} aria-hidden>
      <MediaIcon icon={icon} fallback={<Icon name="bell" />} />
    </span>
  );
}
