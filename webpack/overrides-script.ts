import path from 'node:path';
import type { Configuration } from 'webpack';
import { loaders } from './loaders';
import { minimizer } from './minimizer';
import { precompression } from './precompression';
import type { ShellFilesPlugin } from './shell-files-plugin';

interface OverridesScriptOptions {
  readonly entry: string;
  readonly root: string;
  readonly mode: 'production' | 'development';
  readonly shellFiles: ShellFilesPlugin;
}

/** The script that changes the import map in the pages of developers: a plain script, because it runs before SystemJS. */
export function overridesScript({ entry, root, mode, shellFiles }: OverridesScriptOptions): Configuration {
  return {
    name: 'overrides',
    mode,
    context: root,
    target: ['web', 'es2022'],
    entry: { overrides: entry },
    output: { path: path.join(root, 'dist/@portico'), filename: '[name].[contenthash:10].js' },
    module: { rules: loaders },
    resolve: { extensions: ['.ts', '.js'] },
    // The content policy blocks an eval devtool.
    devtool: false,
    performance: false,
    optimization: { minimizer: [minimizer] },
    plugins: [shellFiles.collect('overrides'), ...precompression(mode)],
    stats: 'errors-warnings',
  };
}
