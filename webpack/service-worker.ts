import path from 'node:path';
import type { Configuration } from 'webpack';
import { loaders } from './loaders';

interface ServiceWorkerOptions {
  readonly entry: string;
  readonly root: string;
  readonly mode: 'production' | 'development';
}

/** A plain script in one file. Its name has no hash, because browsers identify a worker by its address. */
export function serviceWorker({ entry, root, mode }: ServiceWorkerOptions): Configuration {
  return {
    name: 'service-worker',
    mode,
    context: root,
    target: 'webworker',
    entry: { 'firebase-messaging-sw': entry },
    output: { path: path.join(root, 'dist'), filename: '[name].js' },
    module: { rules: loaders },
    resolve: { extensions: ['.ts'] },
    // A source map would be one more file at the root of the portal.
    devtool: false,
    performance: { hints: 'error', maxAssetSize: mode === 'production' ? 12_000 : Number.POSITIVE_INFINITY },
    stats: 'errors-warnings',
  };
}
