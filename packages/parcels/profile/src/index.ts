import { createParcel } from '@portico/shared';
import ruleListStyles from '@portico/ui/rule-list.css';
import choiceSheet from './choice/choice.css';
import photoSheet from './photo/photo.css';
import sheet from './profile.css';
import { ProfileScreen } from './profile-screen';
import factorSheet from './second-factor/second-factor.css';

export const { bootstrap, mount, unmount } = createParcel(ProfileScreen, {
  styles: [choiceSheet, sheet, photoSheet, factorSheet, ruleListStyles],
});
