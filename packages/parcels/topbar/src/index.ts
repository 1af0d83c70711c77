import { createParcel } from '@portico/shared';
import { TopBar } from './top-bar';
import sheet from './top-bar.css';

export const { bootstrap, mount, unmount } = createParcel(TopBar, { styles: [sheet] });
