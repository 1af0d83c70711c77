import { join } from 'node:path';

/** A System module and nothing else: no federation, no framework. */
export default {
  mode: 'production',
  devtool: 'source-map',
  stats: 'errors-warnings',
  context: import.meta.dirname,
  entry: { welcome: './src/welcome.ts' },
  output: {
    path: join(import.meta.dirname, 'dist'),
    filename: '[name].js',
    uniqueName: 'welcome',
    library: { type: 'system' },
    clean: true,
  },
  resolve: { extensions: ['.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.ts$/,
        loader: 'swc-loader',
        options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
      },
      {
        test: /\.css$/,
        loader: 'css-loader',
        options: { exportType: 'css-style-sheet', modules: false, sourceMap: false },
      },
    ],
  },
};
