import path from 'node:path';
import type { Configuration } from 'webpack';
import importMap from '../../import-map.json' with { type: 'json' };
import { loaders } from './loaders';
import { minimizer, precompression } from './production';
import type { ShellFilesPlugin } from './shell-files-plugin';

interface SystemBundleOptions {
  /** The import map has its file as `/@portico/<name>.js`. */
  readonly name: string;
  readonly entry: string;
  readonly root: string;
  readonly mode: 'production' | 'development';
  readonly shellFiles: ShellFilesPlugin;
  /** The bundle that has the names of the import map which this one holds, too. */
  readonly replaces?: string;
}

/** Bundles a package of the shell into one System module; all other names of the import map are external. */
export function systemBundle({
  name,
  entry,
  root,
  mode,
  shellFiles,
  replaces = name,
}: SystemBundleOptions): Configuration {
  return {
    name,
    mode,
    context: root,
    target: ['web', 'es2022'],
    entry: { [name]: [path.join(root, 'tooling/webpack/public-path.ts'), entry] },
    output: {
      path: path.join(root, 'dist/@portico'),
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
    externals: [...listExternals(replaces), ...replacedPackages()],
    module: { rules: loaders },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    devtool: mode === 'production' ? 'source-map' : 'cheap-module-source-map',
    performance: false,
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      emitOnErrors: false,
      // A library that only one late file uses stays in it: one request instead of two.
      splitChunks: { cacheGroups: { defaultVendors: false } },
      minimizer: [minimizer],
    },
    cache: {
      type: 'filesystem',
      name: `${name}-${mode}`,
      cacheDirectory: path.join(root, 'node_modules/.cache/webpack'),
    },
    plugins: [shellFiles.collect(name), ...precompression(mode)],
    stats: 'errors-warnings',
  };
}

function listExternals(name: string): string[] {
  return Object.entries(importMap.imports)
    .filter(([other, address]) => !other.startsWith('@module/') && address !== `/@portico/${name}.js`)
    .map(([other]) => other);
}

/** Packages whose exports another bundle has, so that they are not in this one as well. */
function replacedPackages(): Record<string, string>[] {
  return [
    // React has had this shim's hook since version 18.
    { 'use-sync-external-store/shim': 'react' },
  ];
}
