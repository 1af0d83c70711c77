import path from 'node:path';
import { jsc } from './swc.js';

const key = 'new-module';

/** A System module. Its name is its key; React comes from the portal. */
export default {
  mode: 'production',
  // Not one of the eval kind: the content policy of a portal refuses it.
  devtool: 'source-map',
  context: import.meta.dirname,
  entry: { [key]: ['./src/public-path.ts', './src/app.tsx'] },
  output: {
    path: path.join(import.meta.dirname, 'dist'),
    filename: '[name].js',
    chunkFilename: '[name].[contenthash:8].js',
    uniqueName: key,
    library: { type: 'system' },
    // Set by src/public-path.ts.
    publicPath: '',
    // So that browsers say what went wrong in its chunks.
    crossOriginLoading: 'anonymous',
    clean: true,
  },
  externalsType: 'system',
  externals: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      { test: /\.tsx?$/, loader: 'swc-loader', options: { jsc: { ...jsc, target: 'es2022' } } },
      // Constructed sheets: the policy refuses style tags, too.
      {
        test: /\.css$/,
        loader: 'css-loader',
        options: { exportType: 'css-style-sheet', modules: false, sourceMap: false },
      },
    ],
  },
};
