import path from 'node:path';
import type { RuleSetRule } from 'webpack';

/** TypeScript by SWC, style sheets as constructed sheets: `style-src 'self'` allows no style tags. */
export const loaders: RuleSetRule[] = [
  {
    test: /\.tsx?$/,
    loader: 'swc-loader',
    options: {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
    },
  },
  {
    test: /\.css$/,
    use: [
      {
        loader: 'css-loader',
        options: { exportType: 'css-style-sheet', modules: false, sourceMap: false, importLoaders: 1 },
      },
      path.join(import.meta.dirname, 'minify-css.ts'),
    ],
  },
];
