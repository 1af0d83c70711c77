import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import webpack from 'webpack';
import { loaders } from '../../../webpack/loaders';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures');

/** Builds a fixture as its team would: one System module with everything in it but React. @returns the script */
export async function buildModule(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-fixture-'));
  try {
    await build(name, folder);
    return await readFile(path.join(folder, 'module.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

function build(name: string, folder: string): Promise<void> {
  const compiler = webpack({
    mode: 'production',
    entry: path.join(fixtures, name, `${name}.tsx`),
    output: { path: folder, filename: 'module.js', uniqueName: name, library: { type: 'system' } },
    externals: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
    externalsType: 'system',
    module: { rules: loaders },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    performance: false,
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const failure = error ?? (stats?.hasErrors() ? new Error(stats.toString('errors-only')) : undefined);
      compiler.close(() => (failure ? reject(failure) : resolve()));
    });
  });
}
