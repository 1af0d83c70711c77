import type { ModuleProps } from '@portico/module-kit';
import styles from './app.css?inline';
import type { Draft } from './draft';
import { showHomePage } from './home-page';
import { texts } from './texts';

const sheet = new CSSStyleSheet();
// jsdom lacks it.
sheet.replaceSync?.(styles);

/** Renders the module; returns a function that removes it. */
export async function mount(element: HTMLElement, props: ModuleProps): Promise<() => void> {
  const { basePath, portal } = props;
  const section = document.createElement('section');
  section.className = 'app-new-module';
  // Stays while the user moves within the module or changes the language.
  const draft: Draft = { name: '' };
  let shown: string | undefined;

  async function show() {
    const page = location.pathname === `${basePath}/new` ? 'new' : 'home';
    const address = `${portal.locale} ${page}`;
    if (address === shown) return;
    shown = address;
    // Loads when the user opens it.
    const showPage = page === 'new' ? (await import('./new-item-page')).showNewItemPage : showHomePage;
    // The user may have left the page meanwhile.
    if (address === shown) section.replaceChildren(...showPage(props, texts[portal.locale], draft));
  }

  document.adoptedStyleSheets.push(sheet);
  window.addEventListener('popstate', show);
  const ignoreLocale = portal.subscribe('container:locale', show);
  const end = () => {
    ignoreLocale();
    window.removeEventListener('popstate', show);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    section.remove();
  };
  try {
    await show();
  } catch (error) {
    end();
    throw error;
  }
  element.append(section);
  return end;
}
