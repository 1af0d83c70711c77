import type { Notification } from '@portico/shared';
import { Icon } from '@portico/ui';
import { type ReactNode, useState } from 'react';
import { useApp } from './get-sender';
import { NotificationLogo } from './notification-logo';

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
    return <NotificationLogo module={module} name={app?.name ?? module} logo={logo} size={size} />;
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

// An icon that failed once is not requested for every row; a reload of the page requests it again.
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
