import { type BrotliOptions, constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import type { WebpackPluginInstance } from 'webpack';

/** Also writes every file compressed in production, so that the server need not compress it. */
export function precompression(mode: string, quality = 11): WebpackPluginInstance[] {
  if (mode !== 'production') return [];
  const options = { test: /\.js$/, minRatio: 1 };
  return [
    new CompressionPlugin<BrotliOptions>({
      ...options,
      filename: '[path][base].br',
      algorithm: 'brotliCompress',
      compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
    }),
    new CompressionPlugin({ ...options, filename: '[path][base].gz', algorithm: 'gzip' }),
  ];
}
