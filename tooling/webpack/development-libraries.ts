import path from 'node:path';
import type { Configuration } from 'webpack';
import { precompression } from './production';
import type { ShellFilesPlugin } from './shell-files-plugin';
import { systemBundle } from './system-bundle';

interface DevelopmentLibrariesOptions {
  readonly root: string;
  readonly mode: 'production' | 'development';
  readonly shellFiles: ShellFilesPlugin;
}

const name = 'libraries-development';

/** The libraries with React's development build, whatever the mode: the pages of developers load it. */
export function developmentLibraries({ root, mode, shellFiles }: DevelopmentLibrariesOptions): Configuration {
  const configuration = systemBundle({
    name,
    replaces: 'libraries',
    entry: path.join(root, 'root-config/src/libraries/libraries-development.ts'),
    root,
    mode: 'production',
    shellFiles,
  });
  return {
    ...configuration,
    devtool: false,
    // Built quickly: few browsers load it.
    optimization: { ...configuration.optimization, nodeEnv: 'development', minimize: false },
    plugins: [shellFiles.collect(name), ...precompression(mode, 5)],
  };
}
