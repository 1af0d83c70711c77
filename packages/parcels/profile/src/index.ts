import { createParcel } from '@portico/shared';
import mailedCodeStyles from '@portico/ui/mailed-code.css';
import newPasswordStyles from '@portico/ui/new-password.css';
import choiceSheet from './choice/choice.css';
import photoSheet from './photo/photo.css';
import sheet from './profile.css';
import { ProfileScreen } from './profile-screen';
import factorSheet from './second-factor/second-factor.css';

export const { bootstrap, mount, unmount } = createParcel(ProfileScreen, {
  styles: [choiceSheet, sheet, photoSheet, factorSheet, mailedCodeStyles, newPasswordStyles],
});
