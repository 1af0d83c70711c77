import type { App } from '@portico/shared';
import { AppLogoMini, Picture } from '@portico/ui';

interface NotificationLogoProps extends Pick<App, 'module' | 'name'> {
  readonly logo: boolean;
  /** Edge length in pixels. */
  readonly size: 28 | 36;
}

/** The logo of an application for its notifications: one of its own, else its small logo, else its mark. */
export function NotificationLogo(props: NotificationLogoProps) {
  const { module, logo, size } = props;
  return (
    <Picture
      className={`portico-ui-logo portico-ui-mark-${size}`}
      source={logo ? getNotificationLogoAddress(module) : undefined}
      // Servers of other makes may have no file of this name.
      fallback={<AppLogoMini {...props} />}
    />
  );
}

/** Also for notifications of the system, which have no fallback: the server answers with the small logo if need be. */
export function getNotificationLogoAddress(module: string): string {
  return `/media/apps/${encodeURIComponent(module)}/notification.png`;
}
