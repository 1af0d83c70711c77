import path from 'node:path';
import type { Configuration } from 'webpack';
import { loaders } from './loaders';
import { minimizer, precompression } from './production';
import type { ShellBuild } from './shell-files-plugin';

/** Scripts outside the import map, each in one file without imports. */
export function plainScripts({ root, mode, shellFiles }: ShellBuild): Configuration[] {
  const common: Configuration = {
    mode,
    context: root,
    module: { rules: loaders },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    // The content policy blocks an eval devtool. A source map of the worker would add a file at the root of the portal.
    devtool: false,
    performance: false,
    stats: 'errors-warnings',
  };
  const limitTo = (bytes: number) => ({
    hints: 'error' as const,
    maxAssetSize: mode === 'production' ? bytes : Number.POSITIVE_INFINITY,
  });
  return [
    // The page host inlines them into its pages.
    {
      ...common,
      name: 'page-scripts',
      entry: {
        'first-paint': './root-config/src/boot/first-paint.ts',
        'offline-worker': './root-config/src/offline/offline-worker.ts',
        'retry-page': './root-config/src/offline/retry-page.ts',
      },
      output: { path: path.join(root, 'dist/page'), filename: '[name].js' },
      plugins: [shellFiles.collect('page-scripts')],
    },
    // Changes the import map in the pages of developers. It is a plain script, because it runs before SystemJS.
    {
      ...common,
      name: 'overrides',
      target: ['web', 'es2022'],
      entry: { overrides: './packages/parcels/developer/src/script/overrides.ts' },
      output: { path: path.join(root, 'dist/@portico'), filename: '[name].[contenthash:10].js' },
      optimization: { minimizer: [minimizer] },
      plugins: [shellFiles.collect('overrides'), ...precompression(mode)],
    },
    // The name has no hash, because browsers identify a worker by its address.
    {
      ...common,
      name: 'service-worker',
      target: 'webworker',
      entry: {
        'firebase-messaging-sw': './packages/parcels/notifications/src/service-worker/firebase-messaging-sw.ts',
      },
      output: { path: path.join(root, 'dist'), filename: '[name].js' },
      performance: limitTo(12_000),
    },
    // The script of the page of `portico check`: only the part of the shell that loads and mounts modules. No portal
    // loads it.
    {
      ...common,
      name: 'module-check',
      target: ['web', 'es2022'],
      entry: { 'module-check': './packages/platform/check/src/page/module-check.ts' },
      // One file: the page has no place for its chunks.
      output: {
        path: path.join(root, 'dist/check'),
        filename: '[name].js',
        library: { type: 'system' },
        asyncChunks: false,
      },
      externalsType: 'system',
      externals: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
      performance: limitTo(48_000),
    },
  ];
}
