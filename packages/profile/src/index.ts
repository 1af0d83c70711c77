import { createParcel } from '@portico/shared';
import sheet from './profile.css';
import { ProfileScreen } from './profile-screen';

export const { bootstrap, mount, unmount } = createParcel(ProfileScreen, sheet);
