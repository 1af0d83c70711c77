import { createParcel } from '@portico/shared';
import { Overlay } from './overlay';
import sheet from './overlay.css';
import toastSheet from './toasts/toasts.css';

export const { bootstrap, mount, unmount } = createParcel(Overlay, {
  styles: [sheet, toastSheet],
});
