import path from 'node:path';
import type { Configuration } from 'webpack';
import { loaders } from './loaders';

interface ModuleCheckOptions {
  readonly entry: string;
  readonly root: string;
  readonly mode: 'production' | 'development';
}

/** What `portico check` runs in its page. No portal loads it, so it is in no import map and its name has no hash. */
export function moduleCheck({ entry, root, mode }: ModuleCheckOptions): Configuration {
  return {
    name: 'module-check',
    mode,
    context: root,
    target: ['web', 'es2022'],
    entry: { 'module-check': entry },
    output: { path: path.join(root, 'dist/check'), filename: '[name].js', library: { type: 'system' } },
    externalsType: 'system',
    externals: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
    module: { rules: loaders },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    devtool: false,
    // It needs only the part of the shell that loads and mounts modules.
    performance: { hints: 'error', maxAssetSize: mode === 'production' ? 20_000 : Number.POSITIVE_INFINITY },
    stats: 'errors-warnings',
  };
}
