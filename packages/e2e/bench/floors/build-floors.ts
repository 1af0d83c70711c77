import { rm } from 'node:fs/promises';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { loaders } from '../../../../tooling/webpack/loaders';
import { runWebpack } from '../../../../tooling/webpack/run-webpack';

const sources = import.meta.dirname;
const outputs = path.resolve(sources, '../../../../node_modules/.cache/portico/bench');

/** The folder of a build. */
export function outputFolder(name: string): string {
  return path.join(outputs, name);
}

/**
 * Builds the floors and the two modules for production.
 * @throws Error with the errors of webpack
 */
export async function buildFloors(): Promise<void> {
  await rm(outputs, { recursive: true, force: true });
  for (const configuration of [reactBundle(), ...moduleFederation(), ...singleSpa(), porticoModules()]) {
    await runWebpack(configuration);
  }
}

/** Options of all builds. */
function configure(folder: string, { output, ...own }: Configuration): Configuration {
  return {
    mode: 'production',
    context: sources,
    target: ['web', 'es2022'],
    module: { rules: loaders },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    performance: false,
    ...own,
    output: { path: outputFolder(folder), uniqueName: folder, ...output },
  };
}

function reactBundle(): Configuration {
  return configure('react-bundle', { entry: { main: './react-bundle/main.tsx' } });
}

/** A host and two remotes, built by the stock plugin. */
function moduleFederation(): Configuration[] {
  const { ModuleFederationPlugin } = webpack.container;
  const library = { singleton: true, requiredVersion: '^19.0.0' };
  const shared = { react: library, 'react/': library, 'react-dom': library, 'react-dom/': library };
  const remotes = { one: './parts/one.tsx', two: './parts/two.tsx' };
  const host = configure('module-federation', {
    entry: { main: './module-federation/main.ts' },
    output: { publicPath: '/' },
    plugins: [
      new ModuleFederationPlugin({
        name: 'host',
        remotes: Object.fromEntries(
          Object.keys(remotes).map((name) => [name, `${name}@/remotes/${name}/remoteEntry.js`]),
        ),
        shared,
      }),
    ],
  });
  return [
    host,
    ...Object.entries(remotes).map(([name, file]) =>
      configure(`module-federation/remotes/${name}`, {
        entry: {},
        output: { publicPath: 'auto' },
        plugins: [new ModuleFederationPlugin({ name, filename: 'remoteEntry.js', exposes: { './app': file }, shared })],
      }),
    ),
  ];
}

/** One System module for each library and application, as single-spa recommends. */
function singleSpa(): Configuration[] {
  const system = (entry: Record<string, string>, externals: string[]) =>
    configure('single-spa', {
      entry,
      output: { library: { type: 'system' } },
      externalsType: 'system',
      externals,
    });
  const applications = ['root-config', 'top-bar', 'sign-in', 'one', 'two'];
  return [
    system({ react: 'react' }, []),
    system({ 'react-dom-client': 'react-dom/client' }, ['react']),
    system(Object.fromEntries(applications.map((name) => [name, `./single-spa/${name}`])), [
      'react',
      'react-dom/client',
      'single-spa',
    ]),
  ];
}

/** The two modules for the portal, as docs/modules.md describes them. */
function porticoModules(): Configuration {
  const portico = path.resolve(sources, '../portico');
  return configure('portico-modules', {
    entry: { one: path.join(portico, 'one.tsx'), two: path.join(portico, 'two.tsx') },
    output: { library: { type: 'system' } },
    externalsType: 'system',
    externals: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
  });
}
