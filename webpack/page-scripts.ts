import path from 'node:path';
import type { Configuration } from 'webpack';
import { loaders } from './loaders';
import type { ShellFilesPlugin } from './shell-files-plugin';

interface PageScriptsOptions {
  /** By the name of the file. */
  readonly entries: Readonly<Record<string, string>>;
  readonly root: string;
  readonly mode: 'production' | 'development';
  readonly shellFiles: ShellFilesPlugin;
}

/** Scripts that the page host writes into what it serves: plain, small scripts without dependencies at run time. */
export function pageScripts({ entries, root, mode, shellFiles }: PageScriptsOptions): Configuration {
  return {
    name: 'page-scripts',
    mode,
    context: root,
    entry: { ...entries },
    output: { path: path.join(root, 'dist/page'), filename: '[name].js' },
    module: { rules: loaders },
    resolve: { extensions: ['.ts'] },
    // The content policy blocks an eval devtool.
    devtool: false,
    performance: false,
    plugins: [shellFiles.collect('page-scripts')],
    stats: 'errors-warnings',
  };
}
