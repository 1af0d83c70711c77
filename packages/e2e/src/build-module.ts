import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { loaders } from '../../../webpack/loaders';
import { runWebpack } from '../../../webpack/run-webpack';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures');

/** The files of a build, by name. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/** Builds a fixture as its team would: one System module with everything in it but React. @returns the script */
export async function buildModule(name: string, { bundlesReact = false } = {}): Promise<string> {
  const files = await build(name, {
    entry: path.join(fixtures, name, `${name}.tsx`),
    output: { filename: 'module.js', uniqueName: name, library: { type: 'system' } },
    externals: bundlesReact ? [] : ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
    externalsType: 'system',
  });
  return files.get('module.js')?.toString() ?? '';
}

export interface ContainerOptions {
  /** The key it is built for, by default the name of the fixture. */
  readonly key?: string;
  /** How each of React's packages is shared. */
  readonly react: { readonly requiredVersion: string; readonly strictVersion?: boolean };
}

/** Builds a fixture as a stock container of library type `var`, whose entry is `remoteEntry.js`. */
export function buildContainer(name: string, { key = name, react }: ContainerOptions): Promise<BuiltFiles> {
  const shared = { singleton: true, ...react };
  return build(name, {
    entry: {},
    output: { publicPath: 'auto', uniqueName: key, chunkFilename: '[name].js', crossOriginLoading: 'anonymous' },
    // As if the teams had the same names for their files.
    optimization: { chunkIds: 'named', moduleIds: 'named' },
    plugins: [
      new webpack.DefinePlugin({ 'process.env.MODULE_KEY': JSON.stringify(key) }),
      new webpack.container.ModuleFederationPlugin({
        name: key.replaceAll('-', '_'),
        filename: 'remoteEntry.js',
        exposes: { './app': path.join(fixtures, name, `${name}.tsx`) },
        shared: { react: shared, 'react/': shared, 'react-dom': shared, 'react-dom/': shared },
      }),
    ],
  });
}

async function build(name: string, configuration: Configuration): Promise<BuiltFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-fixture-'));
  try {
    await runWebpack({
      mode: 'production',
      // What it imports is found as its team has installed it.
      context: path.join(fixtures, name),
      module: {
        rules: [...loaders, { test: /\.svg$/, type: 'asset/resource', generator: { filename: '[name][ext]' } }],
      },
      resolve: { extensions: ['.tsx', '.ts', '.js'] },
      performance: false,
      ...configuration,
      output: { ...configuration.output, path: folder },
    });
    const names = await readdir(folder);
    return new Map(
      await Promise.all(names.map(async (file) => [file, await readFile(path.join(folder, file))] as const)),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
