import path from 'node:path';
import type { Configuration } from 'webpack';
import { loaders } from './loaders';
import type { ShellFilesPlugin } from './shell-files-plugin';

interface FirstPaintScriptOptions {
  readonly entry: string;
  readonly root: string;
  readonly mode: 'production' | 'development';
  readonly shellFiles: ShellFilesPlugin;
}

/** The only inline script of the page: a plain, small script without dependencies at run time. */
export function firstPaintScript({ entry, root, mode, shellFiles }: FirstPaintScriptOptions): Configuration {
  return {
    name: 'first-paint',
    mode,
    context: root,
    entry: { 'first-paint': entry },
    output: { path: path.join(root, 'dist/page'), filename: '[name].js' },
    module: { rules: loaders },
    resolve: { extensions: ['.ts'] },
    // The content policy blocks an eval devtool.
    devtool: false,
    performance: false,
    plugins: [shellFiles.collect('first-paint')],
    stats: 'errors-warnings',
  };
}
