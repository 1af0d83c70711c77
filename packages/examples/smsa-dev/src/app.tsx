import { createModule } from '@portico/module-kit';
import sheet from './board/board.smsa-dev.css';
import { BoardPage } from './board/board-page';
import { LanguageProvider } from './language/language';

function App() {
  return (
    <LanguageProvider>
      <BoardPage />
    </LanguageProvider>
  );
}

/** The container exposes this as `./app`: single-spa lifecycles made from a component. */
export const { bootstrap, mount, unmount } = createModule(App, { styleSheets: [sheet] });
