import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { loaders } from './loaders';

interface NodeProgramOptions {
  readonly root: string;
  readonly entry: string;
  /** The ES module to write. */
  readonly output: string;
  /** Packages to import from node_modules at run time, because they are native or read files of their own. */
  readonly externals: readonly string[];
  /** A comment or a `#!` line to start the file with. */
  readonly banner?: string;
}

/** A program for Node in one file, including packages: it starts faster than from hundreds of modules. */
export function nodeProgram({ root, entry, output, externals, banner }: NodeProgramOptions): Configuration {
  const { dir: folder, base: file, ext: extension } = path.parse(output);
  return {
    name: path.relative(root, output),
    mode: 'production',
    context: root,
    target: 'node20',
    entry: { main: entry },
    experiments: { outputModule: true },
    output: {
      path: folder,
      filename: file,
      chunkFilename: `[name]${extension}`,
      library: { type: 'module' },
    },
    externals: ({ request = '', dependencyType }, decide) => {
      if (!externals.some((name) => request === name || request.startsWith(`${name}/`))) return decide();
      decide(undefined, `${dependencyType === 'commonjs' ? 'node-commonjs' : 'module-import'} ${request}`);
    },
    // The program finds files relative to its own place, not to that of its source.
    module: { parser: { javascript: { importMeta: false, createRequire: false } }, rules: loaders },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    devtool: false,
    // Stack traces stay readable without a source map.
    optimization: { minimize: false, chunkIds: 'named' },
    performance: false,
    plugins: banner === undefined ? [] : [new webpack.BannerPlugin({ banner, raw: true })],
    stats: 'errors-warnings',
  };
}
