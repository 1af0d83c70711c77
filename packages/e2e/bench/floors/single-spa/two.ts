import { Two } from '../parts/two';
import { createApplication } from './react-application';

export const { bootstrap, mount, unmount } = createApplication(Two, 'content');
