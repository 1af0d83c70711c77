import { createParcel } from '@portico/shared';
import sheet from './home.css';
import { HomeScreen } from './home-screen';

export const { bootstrap, mount, unmount } = createParcel(HomeScreen, { styles: [sheet] });
