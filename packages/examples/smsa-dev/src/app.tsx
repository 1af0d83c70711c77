import type { ModuleProps } from '@portico/contract';
import { createRoot, type Root } from 'react-dom/client';
import sheet from './board/board.smsa-dev.css';
import { BoardPage } from './board/board-page';
import { LanguageProvider } from './language/language';

/** One root an element: the portal gives a new element to each mount. */
const roots = new Map<HTMLElement, Root>();

/** What the container exposes as `./app`: the lifecycles of single-spa, written by hand. */
export async function bootstrap(): Promise<void> {}

export async function mount({ element, portal }: ModuleProps): Promise<void> {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const root = createRoot(element);
  roots.set(element, root);
  root.render(
    <LanguageProvider portal={portal}>
      <BoardPage />
    </LanguageProvider>,
  );
}

export async function unmount({ element }: ModuleProps): Promise<void> {
  roots.get(element)?.unmount();
  roots.delete(element);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
}
