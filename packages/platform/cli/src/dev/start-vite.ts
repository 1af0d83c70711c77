import path from 'node:path';
import type { Certificate } from '@portico/check';
import * as v from 'valibot';
import { CommandError } from '../terminal/arguments';
import { importInstalled } from './import-installed';

/** The functions that this file uses of the folder's own Vite. */
interface Vite {
  createServer(options: object): Promise<{
    readonly config: unknown;
    listen(): Promise<unknown>;
    close(): Promise<void>;
  }>;
}

/**
 * Starts this folder's Vite with its own configuration, for pages of any origin. A page that has loaded the module from
 * it applies each change without losing its state.
 * @returns the address of the module's source
 * @throws CommandError when Vite is not installed, or the configuration has no entry
 */
export async function startVite(port: number, certificate?: Certificate) {
  const { createServer } = await importInstalled<Vite>('vite');
  const origin = `${certificate ? 'https' : 'http'}://localhost:${port}`;
  const plugin = installReactRefresh(() => entry);
  const listeners = process.listeners('SIGTERM');
  const server = await createServer({
    root: process.cwd(),
    clearScreen: false,
    plugins: [plugin],
    // The page has another origin: it loads files by CORS, and images need absolute addresses.
    server: { port, strictPort: true, host: 'localhost', cors: true, origin, https: certificate, open: false },
  });
  // The caller ends Vite: Vite's own listener would also end this process, with a failure.
  for (const listener of process.listeners('SIGTERM')) {
    if (!listeners.includes(listener)) process.off('SIGTERM', listener);
  }
  const entry = findEntry(server.config);
  if (entry === undefined) {
    await server.close();
    throw new CommandError(
      'The configuration of Vite names no entry: set build.rolldownOptions.input (before Vite 8, build.rollupOptions.input).',
    );
  }
  await server.listen().catch(async (error: unknown) => {
    // Its watcher would keep this process alive.
    await server.close();
    throw error;
  });
  const name = path.relative('.', entry).replaceAll(path.sep, '/');
  return { address: `${origin}/${name}`, close: () => server.close() };
}

const inputSchema = v.optional(v.union([v.string(), v.array(v.string()), v.record(v.string(), v.string())]));
const inputsSchema = v.optional(v.object({ input: inputSchema }));

const configSchema = v.object({
  root: v.string(),
  build: v.object({
    lib: v.optional(v.union([v.literal(false), v.object({ entry: inputSchema })])),
    rolldownOptions: inputsSchema,
    rollupOptions: inputsSchema,
  }),
});

/** Finds the source file of the entry in a resolved configuration. */
function findEntry(config: unknown): string | undefined {
  const { root, build } = v.parse(configSchema, config);
  const { lib, rolldownOptions, rollupOptions } = build;
  const inputs = [lib ? lib.entry : undefined, rolldownOptions?.input, rollupOptions?.input];
  const entry = inputs
    .flatMap((input) => (typeof input === 'string' ? [input] : Object.values(input ?? {})))
    .find((file) => !file.endsWith('.html'));
  return entry && path.resolve(root, entry);
}

const preamble = 'virtual:portico-react-refresh';

/**
 * Makes an entry install React's hot replacement before React. Vite's plugin for React leaves that to an inline script of
 * Vite's own page.
 * @param getEntry returns the file of the entry
 */
function installReactRefresh(getEntry: () => string | undefined) {
  return {
    name: 'portico:react-refresh',
    enforce: 'pre',
    resolveId: (source: string) => (source === preamble ? `\0${preamble}` : undefined),
    load: (id: string) => (id === `\0${preamble}` ? refreshScript : undefined),
    async transform(this: { resolve(source: string, importer: string): Promise<unknown> }, code: string, id: string) {
      if (id.split('?')[0] !== getEntry()) return undefined;
      const hasRefresh = (await this.resolve('/@react-refresh', id)) !== null;
      // On the first line: the other lines keep their numbers.
      return hasRefresh ? `import '${preamble}';${code}` : undefined;
    },
  };
}

const refreshScript = `import * as refresh from '/@react-refresh';
const { injectIntoGlobalHook } = refresh.injectIntoGlobalHook ? refresh : refresh.default;
injectIntoGlobalHook(window);
window.$RefreshReg$ ??= () => {};
window.$RefreshSig$ ??= () => (type) => type;
// Older versions of the plugin check it.
window.__vite_plugin_react_preamble_installed__ = true;
`;
