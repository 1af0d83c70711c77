import path from 'node:path';
import type { RuleSetRule } from 'webpack';

/** Compiles TypeScript with SWC, turns style sheets into constructed sheets, and splits each catalogue in two. */
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
  {
    test: /\.json$/,
    resourceQuery: /^\?(first|rest)$/,
    type: 'javascript/auto',
    loader: path.join(import.meta.dirname, 'catalogue-part.ts'),
  },
];
