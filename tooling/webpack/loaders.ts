import path from 'node:path';
import type { RuleSetRule } from 'webpack';

/** Compiles TypeScript with SWC and turns style sheets into constructed sheets. */
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
    loader: path.join(import.meta.dirname, 'style-sheet.ts'),
  },
];
