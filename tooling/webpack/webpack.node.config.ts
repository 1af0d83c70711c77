import path from 'node:path';
import { cliExternals, serverExternals } from './external-packages';
import { nodeProgram } from './node-program';

const root = path.join(import.meta.dirname, '../..');

/** Accelerators that pg and ws use if they are installed. */
const optionalExternals = ['pg-native', 'bufferutil', 'utf-8-validate'];

/** The programs for Node, by their files in `dist`; `webpack.config.ts` builds the files for browsers. */
const programs = [
  {
    file: 'server/main.js',
    source: 'packages/platform/server/src/main.ts',
    externals: [...serverExternals, ...optionalExternals],
  },
  // The server starts it to check a version.
  {
    file: 'server/check.js',
    source: 'packages/platform/check/src/isolated/isolated-main.ts',
    externals: cliExternals,
  },
  // The server starts it to parse the entry of a version.
  {
    file: 'server/parse-entry.js',
    source: 'packages/platform/server/src/registry/versions/parse-entry-main.ts',
    externals: [],
  },
  // The server starts it to find the sources of a stack.
  {
    file: 'server/find-sources.js',
    source: 'packages/platform/server/src/registry/failures/find-sources-main.ts',
    externals: [],
  },
  { file: 'cli/main.js', source: 'packages/platform/cli/src/main.ts', externals: cliExternals },
  // Tests start these as processes.
  {
    file: 'testing/commands.js',
    source: 'packages/platform/cli/src/testing/commands-main.ts',
    externals: cliExternals,
  },
  {
    file: 'testing/publish-many.js',
    source: 'packages/platform/server/src/testing/publish-many.ts',
    externals: [...serverExternals, ...optionalExternals],
  },
];

export default programs.map(({ file, source, externals }) =>
  nodeProgram({ root, entry: path.join(root, source), output: path.join(root, 'dist', file), externals }),
);
