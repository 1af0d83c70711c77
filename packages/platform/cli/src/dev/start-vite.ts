import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Certificate } from '@portico/check';
import * as v from 'valibot';
import { CommandError } from '../terminal/arguments';
import { installReactRefresh } from './install-react-refresh';

/** What is used of Vite, which is the one that the folder has installed. */
interface Vite {
  createServer(options: object): Promise<{
    readonly config: unknown;
    listen(): Promise<unknown>;
    close(): Promise<void>;
  }>;
}

/**
 * Starts the Vite of a folder, by its own configuration, for pages of any origin. A page that has loaded the module
 * from it gets each change at once, without losing its state.
 * @param port a free one
 * @returns the address of the module's source
 * @throws CommandError when Vite is not installed, the port is in use, or the configuration has no entry
 */
export async function startVite(folder: string, port: number, certificate?: Certificate) {
  const { createServer } = await importVite(folder);
  const origin = `${certificate ? 'https' : 'http'}://localhost:${port}`;
  const plugin = installReactRefresh(() => entry);
  const listeners = process.listeners('SIGTERM');
  const server = await createServer({
    root: path.resolve(folder),
    clearScreen: false,
    plugins: [plugin],
    // The page has another origin: what it loads is read by CORS, and images have whole addresses.
    server: { port, strictPort: true, host: 'localhost', cors: true, origin, https: certificate, open: false },
  });
  // The caller ends it: Vite's own listener would also end this process, as failed.
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
  await server.listen().catch(async (cause: unknown) => {
    await server.close();
    const isTaken = cause instanceof Error && /already in use/.test(cause.message);
    throw isTaken ? new CommandError(`Port ${port} is in use: choose another with --port.`, { cause }) : cause;
  });
  const name = path.relative(path.resolve(folder), entry).replaceAll(path.sep, '/');
  return { address: `${origin}/${name}`, close: () => server.close() };
}

async function importVite(folder: string): Promise<Vite> {
  try {
    const file = createRequire(path.resolve(folder, 'package.json')).resolve('vite');
    return await import(/* webpackIgnore: true */ pathToFileURL(file).href);
  } catch (cause) {
    throw new CommandError('Vite is not installed here: run "npm install".', { cause });
  }
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

/** The source file that a build of this resolved configuration begins with. */
function findEntry(config: unknown): string | undefined {
  const { root, build } = v.parse(configSchema, config);
  const { lib, rolldownOptions, rollupOptions } = build;
  const inputs = [lib ? lib.entry : undefined, rolldownOptions?.input, rollupOptions?.input];
  const entry = inputs
    .flatMap((input) => (typeof input === 'string' ? [input] : Object.values(input ?? {})))
    .find((file) => !file.endsWith('.html'));
  return entry && path.resolve(root, entry);
}
