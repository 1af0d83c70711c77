import { appsAtom, type Notification, store } from '@portico/shared';
import { AppLogoMini, Icon } from '@portico/ui';
import { iconAddress } from './icon-address';
import { MediaIcon } from './media-icon';

interface NotificationPictureProps {
  readonly notification: Notification;
  /** Edge length in pixels. */
  readonly size: 28 | 36;
}

/** The logo of the module; without a module the icon, and without one of those the bell. */
export function NotificationPicture({ notification: { module, icon }, size }: NotificationPictureProps) {
  if (module) return <AppLogoMini module={module} name={nameOf(module)} size={size} />;
  const address = iconAddress(icon);
  const bell = <Icon name="bell" />;
  return (
    <span className={`portico-notifications-picture portico-notifications-picture-${size}`} aria-hidden>
      {address ? <MediaIcon address={address} fallback={bell} /> : bell}
    </span>
  );
}

function nameOf(module: string): string {
  return store.get(appsAtom).find((app) => app.module === module)?.name ?? module;
}
