import { createModule } from '@portico/module-kit';
import sheet from './board/board.css';
import { BoardPage } from './board/board-page';

/** The container exposes this as `./app`: single-spa lifecycles made from a component. */
export const { bootstrap, mount, unmount } = createModule(BoardPage, { styleSheets: [sheet] });
