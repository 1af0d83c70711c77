import { type BrotliOptions, constants } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { WebpackPluginInstance } from 'webpack';

/**
 * Options of SWC, which minimizes the files before the sign-in form to 1 % less than Terser. Without `disableCharFreq`, the
 * names of variables depend on how often each letter occurs in a file, also in hashes that webpack replaces later and that
 * depend on the folder of the build: two builds of one commit then have different addresses.
 */
export const minifyOptions = {
  ecma: 2022,
  compress: { ecma: 2022, passes: 3, toplevel: true },
  mangle: { toplevel: true, disableCharFreq: true },
} as const;

export const minimizer = new TerserPlugin({ minify: TerserPlugin.swcMinify, terserOptions: minifyOptions });

/** Also writes every file compressed in production, so that the server does not compress it. */
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
