import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { loaders } from '../../../tooling/webpack/loaders';
import { runWebpack } from '../../../tooling/webpack/run-webpack';
import { computeDigest, makeOnce } from './make-once';

const fixtures = path.resolve(import.meta.dirname, '../fixtures');
const root = path.resolve(import.meta.dirname, '../../..');
const builds = path.join(root, 'node_modules/.cache/portico/fixtures');

/** The files of a build, by name. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

/**
 * Builds a fixture as its team would: one System module with everything except React.
 * @returns the script
 */
export async function buildModule(name: string, { bundlesReact = false } = {}): Promise<string> {
  const files = await build(
    name,
    { bundlesReact },
    {
      entry: path.join(fixtures, name, `${name}.tsx`),
      output: { filename: 'module.js', uniqueName: name, library: { type: 'system' } },
      externals: bundlesReact ? [] : ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
      externalsType: 'system',
    },
  );
  return files.get('module.js')?.toString() ?? '';
}

/** Builds a fixture as a package that modules share: one ES module, `package.js`. */
export function buildPackage(name: string): Promise<BuiltFiles> {
  return build(
    name,
    { form: 'es-module' },
    {
      entry: path.join(fixtures, name, `${name}.tsx`),
      experiments: { outputModule: true },
      output: { filename: 'package.js', module: true, library: { type: 'module' } },
    },
  );
}

interface ContainerOptions {
  /** The key of the module, by default the name of the fixture. */
  readonly key?: string;
  /** The sharing options of React's packages. */
  readonly react: { readonly requiredVersion: string; readonly strictVersion?: boolean };
}

/** Builds a fixture as a stock container of library type `var`, with the entry `remoteEntry.js`. */
export function buildContainer(name: string, { key = name, react }: ContainerOptions): Promise<BuiltFiles> {
  const shared = { singleton: true, ...react };
  return build(
    name,
    { key, react },
    {
      entry: {},
      output: { publicPath: 'auto', uniqueName: key, chunkFilename: '[name].js', crossOriginLoading: 'anonymous' },
      // The file names of two teams may be equal.
      optimization: { chunkIds: 'named', moduleIds: 'named' },
      plugins: [
        new webpack.DefinePlugin({ 'process.env.MODULE_KEY': JSON.stringify(key) }),
        new webpack.container.ModuleFederationPlugin({
          name: key.replaceAll('-', '_'),
          filename: 'remoteEntry.js',
          exposes: { './app': path.join(fixtures, name, `${name}.tsx`) },
          shared: { react: shared, 'react/': shared, 'react-dom': shared, 'react-dom/': shared },
        }),
      ],
    },
  );
}

/** Builds a fixture, or reads an earlier build of the same sources. */
async function build(name: string, options: object, configuration: Configuration): Promise<BuiltFiles> {
  const digest = await computeDigest(await listSources(name), JSON.stringify(options));
  const folder = await makeOnce(path.join(builds, `${name}-${digest}`), (unfinished) =>
    runWebpack({
      mode: 'production',
      // Resolve imports from the team's own node_modules.
      context: path.join(fixtures, name),
      module: {
        rules: [...loaders, { test: /\.svg$/, type: 'asset/resource', generator: { filename: '[name][ext]' } }],
      },
      resolve: { extensions: ['.tsx', '.ts', '.js'] },
      performance: false,
      ...configuration,
      // Minimizing takes most of the time, and no test depends on it.
      optimization: { ...configuration.optimization, minimize: false },
      output: { ...configuration.output, path: unfinished },
    }),
  );
  const names = await readdir(folder);
  return new Map(
    await Promise.all(names.map(async (file) => [file, await readFile(path.join(folder, file))] as const)),
  );
}

async function listSources(name: string): Promise<string[]> {
  const fixture = path.join(fixtures, name);
  const sources = (await readdir(fixture, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(fixture, entry.name));
  sources.push(
    path.join(root, 'package-lock.json'),
    path.join(root, 'tooling/webpack/loaders.ts'),
    import.meta.filename,
  );
  // The team's own React.
  sources.push(createRequire(path.join(fixture, name)).resolve('react/package.json'));
  return sources;
}
