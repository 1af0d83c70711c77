import { createParcel } from '@portico/shared';
import { Notifications } from './notifications';
import sheet from './notifications.css';
import offerSheet from './offer/permission-offer.css';
import liveStatusSheet from './panel/live-status.css';
import listSheet from './panel/notification-list.css';
import rowSheet from './panel/notification-row.css';
import panelSheet from './panel/panel.css';
import tabsSheet from './panel/panel-tabs.css';

export const { bootstrap, mount, unmount } = createParcel(Notifications, {
  styles: [sheet, panelSheet, liveStatusSheet, offerSheet, tabsSheet, listSheet, rowSheet],
});
