import type { ModuleProps } from '@portico/module-kit';
import styles from './app.css?inline';
import { showHomePage } from './home-page';
import { texts } from './texts';

const sheet = new CSSStyleSheet();
// jsdom lacks it.
sheet.replaceSync?.(styles);

/** Puts the module on screen; returns what takes it away. */
export async function mount(element: HTMLElement, props: ModuleProps): Promise<() => void> {
  const { basePath, portal } = props;
  const section = document.createElement('section');
  section.className = 'app-new-module';
  let shown: string | undefined;

  async function show() {
    const page = location.pathname === `${basePath}/new` ? 'new' : 'home';
    const address = `${portal.locale} ${page}`;
    if (address === shown) return;
    shown = address;
    // Loaded when somebody opens it.
    const showPage = page === 'new' ? (await import('./new-item-page')).showNewItemPage : showHomePage;
    // The user may have gone on meanwhile.
    if (address === shown) section.replaceChildren(...showPage(props, texts[portal.locale]));
  }

  document.adoptedStyleSheets.push(sheet);
  window.addEventListener('popstate', show);
  const ignoreLocale = portal.subscribe('container:locale', show);
  await show();
  element.append(section);
  return () => {
    ignoreLocale();
    window.removeEventListener('popstate', show);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    section.remove();
  };
}
