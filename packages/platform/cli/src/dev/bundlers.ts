import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from '../terminal/arguments';
import { usesAngular } from './start-angular';

/** What builds a module, by the configuration in its folder. */
export type Tool = 'angular' | 'vite' | 'rspack' | 'webpack';

/** A `vite.config` beside another one is for tests. */
export async function findTool(folder: string): Promise<Tool> {
  const names = await readdir(folder);
  if (usesAngular(folder)) return 'angular';
  const has = (tool: Tool) => names.some((name) => new RegExp(`^${tool}\\.config\\.[cm]?[jt]s$`).test(name));
  if (has('webpack')) return 'webpack';
  if (has('rspack')) return 'rspack';
  return has('vite') ? 'vite' : 'webpack';
}

/** As much of a configuration of webpack or Rspack as is changed. */
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

/** webpack or Rspack, as a folder has installed it. */
export interface Bundler {
  /** Loads the configuration of the folder as its command line does: one for each build. */
  readonly loadConfigs: () => Promise<readonly BundlerConfig[]>;
  readonly createDevServer: (options: object, configs: readonly BundlerConfig[]) => DevServer;
}

type Compile = (configs: readonly object[]) => unknown;
type DevServerClass = new (options: object, compiler: unknown) => DevServer;
type Configs = BundlerConfig | readonly BundlerConfig[];

/** @throws CommandError when Rspack or its development server is not installed */
export async function importRspack(folder: string): Promise<Bundler> {
  interface Cli {
    readonly RspackCLI: new () => { buildCompilerConfig(options: object, command: 'serve'): Promise<Configs> };
  }
  const { RspackCLI } = await importFrom<Cli>(folder, '@rspack/cli');
  const { rspack } = await importFrom<{ rspack: Compile }>(folder, '@rspack/core');
  const { RspackDevServer } = await importFrom<{ RspackDevServer: DevServerClass }>(folder, '@rspack/dev-server');
  return {
    loadConfigs: async () => [await new RspackCLI().buildCompilerConfig({}, 'serve')].flat(),
    createDevServer: (options, configs) =>
      // Rspack's lazy compilation would ask the portal for chunks.
      new RspackDevServer(options, rspack(configs.map((config) => ({ ...config, lazyCompilation: false })))),
  };
}

/**
 * @throws CommandError when webpack or its command line is not installed; `undefined` without its development server
 */
export async function importWebpack(folder: string): Promise<Bundler | undefined> {
  if (!canImport(folder, 'webpack-dev-server')) return undefined;
  interface Cli {
    loadConfig(options: object): Promise<{ readonly options: Configs }>;
  }
  const webpack = unwrap(await importFrom<Wrapped<Compile>>(folder, 'webpack'));
  const WebpackCli = unwrap(await importFrom<Wrapped<new () => Cli>>(folder, 'webpack-cli'));
  const WebpackDevServer = unwrap(await importFrom<Wrapped<DevServerClass>>(folder, 'webpack-dev-server'));
  const env = { WEBPACK_SERVE: true };
  return {
    async loadConfigs() {
      const { options } = await new WebpackCli().loadConfig({ webpack, env, argv: { env, mode: 'development' } });
      return [options].flat();
    },
    createDevServer: (options, configs) => new WebpackDevServer(options, webpack(configs)),
  };
}

/** What CommonJS exports, as an ES module sees it. */
interface Wrapped<Value> {
  readonly default: Value | { readonly default: Value };
}

function unwrap<Value extends object>({ default: value }: Wrapped<Value>): Value {
  return 'default' in value ? value.default : value;
}

function canImport(folder: string, name: string): boolean {
  try {
    return resolveFrom(folder, name) !== '';
  } catch {
    return false;
  }
}

async function importFrom<Exports>(folder: string, name: string): Promise<Exports> {
  try {
    return await import(/* webpackIgnore: true */ pathToFileURL(resolveFrom(folder, name)).href);
  } catch (cause) {
    const message = `${name} is not installed here: run "npm install --save-dev ${name}", or serve the output of a build with --dist.`;
    throw new CommandError(message, { cause });
  }
}

function resolveFrom(folder: string, name: string): string {
  return createRequire(path.resolve(folder, 'package.json')).resolve(name);
}
