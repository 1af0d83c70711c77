import path from 'node:path';
import { jsc } from './swc.js';

const key = 'new-module';

/** A System module named after its key; React comes from the portal. */
export default {
  mode: 'production',
  // `portico check` checks the compressed size.
  performance: false,
  // The content policy of a portal blocks eval devtools.
  devtool: 'source-map',
  context: import.meta.dirname,
  entry: { [key]: ['./src/public-path.ts', './src/main.tsx'] },
  output: {
    path: path.join(import.meta.dirname, 'dist'),
    filename: '[name].js',
    chunkFilename: '[name].[contenthash:8].js',
    uniqueName: key,
    library: { type: 'system' },
    // Set by src/public-path.ts.
    publicPath: '',
    // Lets browsers report errors inside chunks.
    crossOriginLoading: 'anonymous',
    clean: true,
  },
  externalsType: 'system',
  externals: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      { test: /\.tsx?$/, loader: 'swc-loader', options: { jsc: { ...jsc, target: 'es2022' } } },
      // Constructed style sheets: the policy blocks style tags too.
      {
        test: /\.css$/,
        loader: 'css-loader',
        options: { exportType: 'css-style-sheet', modules: false, sourceMap: false },
      },
    ],
  },
};
