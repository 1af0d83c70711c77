import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Configuration, ExternalItem, RuleSetRule } from 'webpack';
import importMap from '../../import-map.json' with { type: 'json' };
import { loaders } from './loaders';
import { minimizer } from './minimizer';
import { precompression } from './precompression';
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

/**
 * These files of the root config load late, with the file of shared in the page: they import it by name, as other
 * bundles do. webpack could not merge what they use with its neighbours otherwise.
 */
const lateFiles = findSources('root-config/src', [
  'import-map/load-module-styles.ts',
  'module-host/leak-watch.ts',
  'module-host/load-styles.ts',
]);
const lateUses: ExternalItem = ({ request, contextInfo }, decide) =>
  request === '@portico/shared' && lateFiles.includes(contextInfo?.issuer ?? '')
    ? decide(undefined, request)
    : decide();

/**
 * Late files get copies of what holds no state: webpack could not merge a module of the first file with its neighbours
 * if a late file used it too (1 KB before sign-in).
 */
const lateCopies: RuleSetRule[] = [
  {
    issuer: findSources('packages/core/shared/src', [
      'realtime/leader.ts',
      'realtime/mqtt-connection.ts',
      'realtime/relay-message.ts',
      'toasts/parse-module-toast.ts',
    ]),
    test: findSources('.', ['node_modules/valibot/', 'packages/core/contract/src/']),
    layer: 'late',
  },
  {
    issuer: lateFiles,
    test: findSources('.', ['node_modules/valibot/', 'root-config/src/module-host/with-timeout.ts']),
    layer: 'late',
  },
];

/** @throws Error for a name that no longer exists, which would silently count for nothing */
function findSources(folder: string, names: readonly string[]): string[] {
  const files = names.map((name) => path.join(import.meta.dirname, '../..', folder, name));
  for (const file of files)
    if (!existsSync(file)) throw new Error(`${file} does not exist: its new name belongs here.`);
  return files;
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
    externals: [...listExternals(replaces), ...replacedPackages(), ...(name === 'core' ? [lateUses] : [])],
    experiments: { layers: true },
    module: { rules: [...loaders, ...lateCopies] },
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
