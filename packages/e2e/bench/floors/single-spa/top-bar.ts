import { TopBar } from '../parts/top-bar';
import { createApplication } from './react-application';

export const { bootstrap, mount, unmount } = createApplication(TopBar, 'top-bar');
