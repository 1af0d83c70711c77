import type { Certificate } from '@portico/check';
import { createStyleHeaders, getPath } from '../serving/link-styles';
import type { Bundler, BundlerConfig } from './bundlers';
import { watchBuild } from './watch-build';

interface DevServerOptions {
  /** What package.json names: the script of the module, or the manifest of a federation that names it. */
  readonly entry: string;
  /** The style sheets that package.json names. */
  readonly styles: readonly string[] | undefined;
  /** A free one. */
  readonly port: number;
  readonly certificate: Certificate | undefined;
}

/**
 * Starts the development server of webpack or Rspack by the configuration of the folder, for pages of any origin. A
 * page that has loaded the module from it gets each change at once; React's Fast Refresh keeps its state.
 * @returns once the module is built, its address
 */
export async function startDevServer(bundler: Bundler, { entry, styles, port, certificate }: DevServerOptions) {
  // Configurations ask for it. By name, webpack would replace it when it builds this file.
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
    // Pages of portals load from it.
    allowedHosts: 'all',
    headers: getHeaders,
    // In memory: what `publish` sends stays as it is.
    devMiddleware: { ...own.devMiddleware, publicPath: '/', writeToDisk: false },
    client: {
      ...(typeof own.client === 'object' && own.client),
      // The page has another origin.
      webSocketURL: { protocol: certificate ? 'wss' : 'ws', hostname: 'localhost', port, pathname: '/ws' },
      // It would show the errors of the whole page.
      overlay: { errors: true, warnings: false, runtimeErrors: false },
    },
    webSocketServer: 'ws',
    // The command ends it.
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

/** The content policy blocks eval devtools, and chunks are loaded from the server, whatever the address of the page. */
function adapt(config: BundlerConfig, origin: string, plugin: object): BundlerConfig {
  return {
    ...config,
    mode: 'development',
    devtool: 'cheap-module-source-map',
    optimization: { ...config.optimization, minimize: false },
    // A page that is a build behind still asks for the updates of the last one.
    output: { ...config.output, publicPath: `${origin}/`, clean: false },
    plugins: [...(config.plugins ?? []), plugin],
  };
}
