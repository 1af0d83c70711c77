import path from 'node:path';
import type { Configuration } from 'webpack';
import importMap from '../import-map.json' with { type: 'json' };
import { loaders } from './loaders';
import { minimizer } from './minimizer';
import { precompression } from './precompression';
import type { ShellFilesPlugin } from './shell-files-plugin';

interface SystemBundleOptions {
  /** Its file is `/@portico/<name>.js` in the import map. */
  readonly name: string;
  readonly entry: string;
  readonly root: string;
  readonly mode: 'production' | 'development';
  readonly shellFiles: ShellFilesPlugin;
}

/** One package of the shell in, one System module out; every other name of the import map stays outside of it. */
export function systemBundle({ name, entry, root, mode, shellFiles }: SystemBundleOptions): Configuration {
  return {
    name,
    mode,
    context: root,
    // What the code itself is compiled to.
    target: ['web', 'es2022'],
    entry: { [name]: [path.join(root, 'webpack/public-path.ts'), entry] },
    output: {
      path: path.join(root, 'dist/@portico'),
      filename: '[name].[contenthash:10].js',
      chunkFilename: '[name].[contenthash:10].js',
      library: { type: 'system' },
      uniqueName: `@portico/${name}`,
      // Set at run time by webpack/public-path.ts, from where the bundle really came from.
      publicPath: '',
      crossOriginLoading: 'anonymous',
      hashFunction: 'xxhash64',
    },
    externalsType: 'system',
    // What the second stands for has been a part of React since 18.
    externals: [...namesOutside(name), { 'use-sync-external-store/shim': 'react' }],
    module: { rules: loaders },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    devtool: mode === 'production' ? 'source-map' : 'cheap-module-source-map',
    performance: false,
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      emitOnErrors: false,
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

function namesOutside(name: string): string[] {
  return Object.entries(importMap.imports)
    .filter(([other, address]) => !other.startsWith('@module/') && address !== `/@portico/${name}.js`)
    .map(([other]) => other);
}
