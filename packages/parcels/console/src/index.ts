import { createModule } from '@portico/module-kit';
import { Console } from './console';
import frameSheet from './frame/frame.css';
import overviewSheet from './overview/overview.css';
import pageSheet from './page/page.css';

export const { bootstrap, mount, unmount } = createModule(Console, {
  styleSheets: [frameSheet, pageSheet, overviewSheet],
});
