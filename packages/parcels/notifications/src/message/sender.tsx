import { type App, appsAtom, i18n, type Notification, store, useAtomValue } from '@portico/shared';
import { AppLogoMini, Icon, Picture } from '@portico/ui';
import { type ReactNode, useState } from 'react';

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

/** For system notifications, too: if the file is missing, the server answers with the small logo. */
export function getNotificationLogoAddress(module: string): string {
  return `/media/apps/${encodeURIComponent(module)}/notification.png`;
}

interface NotificationPictureProps {
  readonly notification: Notification;
  /** Edge length in pixels. */
  readonly size: 28 | 36;
}

/**
 * The logo of the module, else the icon, else the bell. The files of modules that are not among the user's are unknown.
 */
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
  const address = getIconAddress(icon);
  const bell = <Icon name="bell" />;
  return (
    <span className={`portico-notifications-picture portico-notifications-picture-${size}`} aria-hidden>
      {address ? <MediaIcon address={address} fallback={bell} /> : bell}
    </span>
  );
}

const iconName = /^(?:(solid|regular|brands)\/)?([a-z0-9-]{1,60})$/;

/** The address of an icon such as `bell` or `brands/github`; `undefined` for an invalid name. */
export function getIconAddress(icon: string): string | undefined {
  const [, type = 'solid', name] = iconName.exec(icon) ?? [];
  return name && `/media/icons/${type}/${name}.svg`;
}

// A missing icon is requested once for all rows; a reload of the page requests it again.
const failed = new Set<string>();

/** An icon of 20 px as a mask in the colour of the text. */
function MediaIcon({ address, fallback }: { readonly address: string; readonly fallback: ReactNode }) {
  const [hasFailed, setFailed] = useState(failed.has(address));
  if (hasFailed) return fallback;
  const fail = () => {
    failed.add(address);
    setFailed(true);
  };
  return (
    <span className="portico-notifications-media-icon" style={{ maskImage: `url("${address}")` }}>
      {/* A mask has no error event. */}
      <img src={address} alt="" onError={fail} />
    </span>
  );
}
