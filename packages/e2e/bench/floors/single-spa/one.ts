import { One } from '../parts/one';
import { createApplication } from './react-application';

export const { bootstrap, mount, unmount } = createApplication(One, 'content');
