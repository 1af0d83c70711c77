import { createParcel } from '@portico/shared';
import sheet from './auth.css';
import { AuthScreen } from './auth-screen';

export const { bootstrap, mount, unmount } = createParcel(AuthScreen, { styles: [sheet], texts: 'first' });
