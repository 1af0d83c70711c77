import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import webpack, { type Configuration } from 'webpack';
import { loaders } from '../../../tooling/webpack/loaders';
import { runWebpack } from '../../../tooling/webpack/run-webpack';
import { checkEnvironment } from '../portal/check-environment';

const root = path.resolve(import.meta.dirname, '../../..');
const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

/**
 * Builds a fixture as the module of the key `orders`, a System module unless the case says otherwise.
 * @param module its folder
 */
export async function buildFixture(module: string, fixture: string, own: Configuration = {}): Promise<void> {
  const source = path.join(root, 'packages/e2e/fixtures', fixture);
  // An empty value means none.
  const { uniqueName = 'orders', ...output } = own.output ?? {};
  await runWebpack({
    mode: 'production',
    devtool: 'source-map',
    // Resolve imports from the team's own node_modules.
    context: source,
    entry: { orders: path.join(source, `${fixture}.tsx`) },
    externalsType: 'system',
    externals: react,
    module: { rules: [...loaders, { test: /\.svg$/, type: 'asset/resource' }] },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    performance: false,
    ...own,
    plugins: [new webpack.DefinePlugin({ 'process.env.MODULE_KEY': '"orders"' }), ...(own.plugins ?? [])],
    output: {
      library: { type: 'system' },
      ...output,
      ...(uniqueName !== '' && { uniqueName }),
      path: path.join(module, 'dist'),
      filename: '[name].js',
    },
  });
  await declareModule(module, 'orders', own.plugins ? 'remoteEntry.js' : 'orders.js');
}

/** Writes the package.json of a module. */
export async function declareModule(module: string, key: string, entry: string, fields = {}): Promise<void> {
  await writeFile(path.join(module, 'package.json'), JSON.stringify({ portico: { key, entry, ...fields } }));
}

const options = { cwd: root, env: checkEnvironment };

/** Runs `portico check`. */
export function check(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/cli/main.js', 'check', ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

/** Runs a check that refuses, and returns its output. */
export async function refuse(...args: string[]): Promise<string> {
  const { code, output } = await check(...args);
  expect({ code, output }).toEqual({ code: 1, output });
  return output;
}

/** Reads the findings from the output of a check. */
export const listFindings = (output: string) => [...output.matchAll(/✗ (.*)/g)].map(([, finding = '']) => finding);

/** A public path found at run time, as in the templates. */
export const ownPath: Configuration = {
  entry: {
    orders: [path.join(root, 'packages/core/module-kit/templates/react-webpack/src/public-path.ts'), './chunks.tsx'],
  },
  output: { publicPath: '' },
};
