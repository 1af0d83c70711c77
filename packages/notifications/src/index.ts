import { accountPart, createParcel } from '@portico/shared';
import { Notifications } from './notifications';
import sheet from './notifications.css';
import panelSheet from './panel/panel.css';

export const { bootstrap, mount, unmount } = createParcel(Notifications, {
  styles: [sheet, panelSheet],
  parts: [accountPart],
});
