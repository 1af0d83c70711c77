const preamble = 'virtual:portico-react-refresh';

/** A plugin of Vite, as far as this is one. */
interface Plugin {
  readonly name: string;
  readonly enforce: 'pre';
  resolveId(source: string): string | undefined;
  load(id: string): string | undefined;
  transform(this: Context, code: string, id: string): Promise<string | undefined>;
}

interface Context {
  resolve(source: string, importer: string): Promise<unknown>;
}

/**
 * Makes an entry install React's hot replacement before React. Vite's plugin for React leaves that to an inline script
 * of the page, which is Vite's own.
 * @param getEntry the file of the entry
 */
export function installReactRefresh(getEntry: () => string | undefined): Plugin {
  return {
    name: 'portico:react-refresh',
    enforce: 'pre',
    resolveId: (source) => (source === preamble ? `\0${preamble}` : undefined),
    load: (id) => (id === `\0${preamble}` ? source : undefined),
    async transform(code, id) {
      if (id.split('?')[0] !== getEntry()) return undefined;
      const hasRefresh = (await this.resolve('/@react-refresh', id)) !== null;
      // On the first line, so that the others keep their numbers.
      return hasRefresh ? `import '${preamble}';${code}` : undefined;
    },
  };
}

const source = `import * as refresh from '/@react-refresh';
const { injectIntoGlobalHook } = refresh.injectIntoGlobalHook ? refresh : refresh.default;
injectIntoGlobalHook(window);
window.$RefreshReg$ ??= () => {};
window.$RefreshSig$ ??= () => (type) => type;
// Older versions of the plugin ask for it.
window.__vite_plugin_react_preamble_installed__ = true;
`;
