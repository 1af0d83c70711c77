import { readdir } from 'node:fs/promises';
import { findInstalled, importInstalled } from './import-installed';

/** A tool that builds a module. */
export type Tool = 'angular' | 'vite' | 'rspack' | 'webpack';

/** Finds the tool that builds the module in this folder, by its configuration. */
export async function findTool(): Promise<Tool> {
  const names = await readdir('.');
  const has = (tool: Tool) => names.some((name) => new RegExp(`^${tool}\\.config\\.[cm]?[jt]s$`).test(name));
  if (names.includes('angular.json')) return 'angular';
  if (has('webpack')) return 'webpack';
  if (has('rspack')) return 'rspack';
  // Last: a `vite.config` beside another configuration is for tests.
  return has('vite') ? 'vite' : 'webpack';
}

/** The options of a configuration of webpack or Rspack that `portico dev` changes. */
export interface BundlerConfig {
  readonly [option: string]: unknown;
  readonly devServer?: { readonly client?: object | boolean; readonly devMiddleware?: object } | false;
  readonly optimization?: object;
  readonly output?: object;
  readonly plugins?: readonly unknown[];
}

/** A development server of webpack or Rspack. */
interface DevServer {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The webpack or Rspack that a folder has installed. */
export interface Bundler {
  /** Loads the configurations of the folder as its command line does: one for each build. */
  readonly loadConfigs: () => Promise<readonly BundlerConfig[]>;
  readonly createDevServer: (options: object, configs: readonly BundlerConfig[]) => DevServer;
}

type Compile = (configs: readonly object[]) => unknown;
type DevServerClass = new (options: object, compiler: unknown) => DevServer;
type Configs = BundlerConfig | readonly BundlerConfig[];

/** @throws CommandError when Rspack or its development server is not installed */
export async function importRspack(): Promise<Bundler> {
  interface Cli {
    readonly RspackCLI: new () => { buildCompilerConfig(options: object, command: 'serve'): Promise<Configs> };
  }
  const { RspackCLI } = await importInstalled<Cli>('@rspack/cli');
  const { rspack } = await importInstalled<{ rspack: Compile }>('@rspack/core');
  const { RspackDevServer } = await importInstalled<{ RspackDevServer: DevServerClass }>('@rspack/dev-server');
  return {
    loadConfigs: async () => [await new RspackCLI().buildCompilerConfig({}, 'serve')].flat(),
    createDevServer: (options, configs) =>
      // Rspack's lazy compilation would request chunks from the portal.
      new RspackDevServer(options, rspack(configs.map((config) => ({ ...config, lazyCompilation: false })))),
  };
}

/**
 * @returns `undefined` without webpack's development server
 * @throws CommandError when webpack or its command line is not installed
 */
export async function importWebpack(): Promise<Bundler | undefined> {
  if (findInstalled('webpack-dev-server') === undefined) return undefined;
  interface Cli {
    loadConfig(options: object): Promise<{ readonly options: Configs }>;
  }
  const webpack = await importDefault<Compile>('webpack');
  const WebpackCli = await importDefault<new () => Cli>('webpack-cli');
  const WebpackDevServer = await importDefault<DevServerClass>('webpack-dev-server');
  const env = { WEBPACK_SERVE: true };
  return {
    async loadConfigs() {
      const { options } = await new WebpackCli().loadConfig({ webpack, env, argv: { env, mode: 'development' } });
      return [options].flat();
    },
    createDevServer: (options, configs) => new WebpackDevServer(options, webpack(configs)),
  };
}

/** Imports what a CommonJS package exports, which has another `default` if it was compiled from an ES module. */
async function importDefault<Value extends object>(name: string): Promise<Value> {
  const { default: value } = await importInstalled<{ default: Value | { default: Value } }>(name);
  return 'default' in value ? value.default : value;
}
