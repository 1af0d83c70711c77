import path from 'node:path';
import webpack, { type Configuration, type WebpackPluginInstance } from 'webpack';
import importMap from '../../import-map.json' with { type: 'json' };
import { loaders } from './loaders';
import { minimizer, precompression } from './production';
import type { ShellBuild } from './shell-files-plugin';

/**
 * Makes webpack copy the exports of external modules by a loop, as in a development build, instead of by an assignment for
 * each name that the bundle or one of its late chunks uses. That is 0.4 KB of the sign-in form, and as much of other bundles.
 */
const copyExternalsByLoop: WebpackPluginInstance = {
  apply: (compiler: webpack.Compiler) => {
    compiler.hooks.compilation.tap('CopyExternalsByLoop', ({ hooks, moduleGraph }) => {
      hooks.afterOptimizeDependencies.tap('CopyExternalsByLoop', (modules) => {
        for (const module of modules) {
          if (module instanceof webpack.ExternalModule) {
            moduleGraph.getExportsInfo(module).setUsedInUnknownWay(undefined);
          }
        }
      });
    });
  },
};

/**
 * Bundles a package of the shell into one System module; all other names of the import map are external.
 * @param name the import map has its file as `<name>.js`, in the folder of the shell or in one of its own
 * @param replaces another bundle with the same names of the import map
 */
export function systemBundle(
  { root, mode, shellFiles }: ShellBuild,
  name: string,
  entry: string,
  replaces = name,
): Configuration {
  const { folder, externals } = readImportMap(replaces);
  return {
    name,
    mode,
    context: root,
    target: ['web', 'es2022'],
    entry: { [name]: [path.join(root, 'tooling/webpack/public-path.ts'), path.join(root, entry)] },
    output: {
      path: path.join(root, 'dist', folder),
      filename: '[name].[contenthash:10].js',
      chunkFilename: '[name].[contenthash:10].js',
      library: { type: 'system' },
      uniqueName: `@portico/${name}`,
      // public-path.ts sets it at run time.
      publicPath: '',
      crossOriginLoading: 'anonymous',
      hashFunction: 'xxhash64',
    },
    externalsType: 'system',
    // React has the hook of this shim since version 18.
    externals: [...externals, { 'use-sync-external-store/shim': 'react' }],
    module: { rules: loaders },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    devtool: mode === 'production' ? 'source-map' : 'cheap-module-source-map',
    performance: false,
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      emitOnErrors: false,
      // A library that only one lazy file uses stays in that file: one request instead of two.
      splitChunks: { cacheGroups: { defaultVendors: false } },
      minimizer: [minimizer],
    },
    cache: {
      type: 'filesystem',
      name: `${name}-${mode}`,
      cacheDirectory: path.join(root, 'node_modules/.cache/webpack'),
    },
    plugins: [copyExternalsByLoop, shellFiles.collect(name), ...precompression(mode)],
    stats: 'errors-warnings',
  };
}

/** The libraries with React's development build, in every mode: the pages of developers load it. */
export function developmentLibraries({ mode, ...build }: ShellBuild): Configuration {
  const name = 'libraries-development';
  const entry = 'root-config/src/libraries/libraries-development.ts';
  const configuration = systemBundle({ ...build, mode: 'production' }, name, entry, 'libraries');
  return {
    ...configuration,
    devtool: false,
    // A fast build: few browsers load it.
    optimization: { ...configuration.optimization, nodeEnv: 'development', minimize: false },
    plugins: [build.shellFiles.collect(name), ...precompression(mode, 5)],
  };
}

/** Returns the folder of a bundle, and the names of the import map that it does not contain. */
function readImportMap(name: string) {
  const shared = Object.entries(importMap.imports).filter(([other]) => !other.startsWith('@module/'));
  const own = Object.values(importMap.imports).find((address) => path.posix.basename(address) === `${name}.js`);
  if (own === undefined) throw new Error(`import-map.json has no file ${name}.js.`);
  return {
    folder: path.posix.dirname(own),
    externals: shared.filter(([, address]) => address !== own).map(([other]) => other),
  };
}
