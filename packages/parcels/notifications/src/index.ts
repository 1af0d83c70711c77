import { createParcel } from '@portico/shared';
import announcementsSheet from './announcements/announcements.css';
import { Notifications } from './bell/bell';
import sheet from './notifications.css';
import listSheet from './panel/notification-list.css';
import panelSheet from './panel/panel.css';

export const { bootstrap, mount, unmount } = createParcel(Notifications, {
  styles: [sheet, panelSheet, listSheet, announcementsSheet],
});
