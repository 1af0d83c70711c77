import type { Certificate } from '@portico/check';
import type { Bundler, BundlerConfig } from './bundlers';
import { createStyleHeaders, getPath } from './serve-build';
import { watchBuild } from './watch-build';

export interface DevServerOptions {
  /** The entry of package.json: the script of the module, or the manifest of a federation that names it. */
  readonly entry: string;
  /** The style sheets that package.json names. */
  readonly styles: readonly string[] | undefined;
  /** A free port. */
  readonly port: number;
  readonly certificate: Certificate | undefined;
}

/**
 * Starts the development server of webpack or Rspack with the configuration of the folder, for pages of any origin. A
 * page that has loaded the module from it applies each change; React's Fast Refresh keeps its state.
 * @returns once the module is built, its address
 */
export async function startDevServer(bundler: Bundler, { entry, styles, port, certificate }: DevServerOptions) {
  // Configurations read NODE_ENV. Webpack would replace `process.env.NODE_ENV` when it builds this file.
  Object.assign(process.env, { NODE_ENV: 'development', ...process.env });
  const origin = `${certificate ? 'https' : 'http'}://localhost:${port}`;
  const configs = await bundler.loadConfigs();
  const build = watchBuild(entry, configs.length);
  const getHeaders = ({ url }: { readonly url?: string }) => ({
    'Access-Control-Allow-Origin': '*',
    ...(getPath(url) === `/${entry}` && createStyleHeaders(styles ?? build.getStyles())),
  });
  const own = configs.map(({ devServer }) => devServer).find((each) => each) || {};
  const options = {
    ...own,
    port,
    host: 'localhost',
    server: certificate ? { type: 'https', options: certificate } : 'http',
    open: false,
    hot: true,
    // Pages of portals load files from this server.
    allowedHosts: 'all',
    headers: getHeaders,
    // In memory: `publish` sends the files on disk.
    devMiddleware: { ...own.devMiddleware, publicPath: '/', writeToDisk: false },
    client: {
      ...(typeof own.client === 'object' && own.client),
      // The page has another origin.
      webSocketURL: { protocol: certificate ? 'wss' : 'ws', hostname: 'localhost', port, pathname: '/ws' },
      // The overlay would show the run-time errors of the whole page.
      overlay: { errors: true, warnings: false, runtimeErrors: false },
    },
    webSocketServer: 'ws',
    // The command ends the server.
    setupExitSignals: false,
  };
  const server = bundler.createDevServer(
    options,
    configs.map((config) => adapt(config, origin, build.plugin)),
  );
  await server.start();
  await build.first.catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return { address: `${origin}/${entry}`, close: () => server.stop() };
}

/** Avoids eval devtools, which the content policy blocks, and makes pages of any address load chunks from the server. */
function adapt(config: BundlerConfig, origin: string, plugin: object): BundlerConfig {
  return {
    ...config,
    mode: 'development',
    devtool: 'cheap-module-source-map',
    optimization: { ...config.optimization, minimize: false },
    // A page that is one build behind still requests the updates of the last build.
    output: { ...config.output, publicPath: `${origin}/`, clean: false },
    plugins: [...(config.plugins ?? []), plugin],
  };
}
