import { createParcel } from '@portico/shared';
import { Overlay } from './overlay';
import sheet from './overlay.css';

export const { bootstrap, mount, unmount } = createParcel(Overlay, sheet);
