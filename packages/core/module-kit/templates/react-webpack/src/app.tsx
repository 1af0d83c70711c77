import { createModule, type ModuleComponentProps } from '@portico/module-kit';
import sheet from './app.css';
import { useTexts } from './texts';

function App({ portal }: ModuleComponentProps) {
  const texts = useTexts();
  const greet = () => portal.toast({ type: 'success', text: portal.user?.name ?? texts.nobody });
  return (
    <section className="app-new-module">
      <h1>{texts.title}</h1>
      <button type="button" onClick={greet}>
        {texts.greet}
      </button>
    </section>
  );
}

/** The single-spa lifecycles; the portal mounts and unmounts the module with them. */
export const { bootstrap, mount, unmount } = createModule(App, { styleSheets: [sheet] });
