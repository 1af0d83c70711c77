import { join } from 'node:path';
import TerserPlugin from 'terser-webpack-plugin';
import webpack from 'webpack';

const shared = { singleton: true, requiredVersion: '^19.0.0' };

/** A Module Federation container that SystemJS loads as a module. */
export default {
  mode: 'production',
  devtool: 'source-map',
  stats: 'errors-warnings',
  context: import.meta.dirname,
  // The same name as the container, so that webpack evaluates this file with the container, before any other file.
  entry: { 'smsa-dev': './src/public-path.ts' },
  output: {
    path: join(import.meta.dirname, 'dist'),
    uniqueName: 'smsa-dev',
    publicPath: '',
    chunkFilename: '[name].[contenthash:8].js',
    clean: true,
  },
  optimization: { minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify })] },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
            target: 'es2022',
          },
        },
      },
      {
        test: /\.css$/,
        loader: 'css-loader',
        options: { exportType: 'css-style-sheet', modules: false, sourceMap: false },
      },
    ],
  },
  plugins: [
    new webpack.container.ModuleFederationPlugin({
      name: 'smsa-dev',
      library: { type: 'system' },
      filename: 'remoteEntry.js',
      exposes: { './app': './src/app.tsx' },
      shared: { react: shared, 'react/': shared, 'react-dom': shared, 'react-dom/': shared },
    }),
  ],
};
