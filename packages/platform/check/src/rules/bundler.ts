import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonFileSchema } from '@portico/contract';
import * as v from 'valibot';
import type { LoadedFile } from '../observation/read-loaded-files';

/** The bundler of a build, and its configuration. */
export interface Bundler {
  readonly name: (typeof tools)[number]['name'];
  /** Such as `vite.config.ts`. */
  readonly file: string;
}

// Tools that use other tools come first: a folder with Vite may have Rollup and esbuild as well.
const tools = [
  { name: 'vite', file: 'vite.config.ts', uses: ['vite'], mark: /vite:preloadError|__vite/ },
  {
    name: 'rspack',
    file: 'rspack.config.mjs',
    uses: ['@rspack/core', '@rspack/cli', '@rsbuild/core'],
    mark: /rspackChunk|rspackVersion|__rspack/,
  },
  {
    name: 'webpack',
    file: 'webpack.config.js',
    uses: ['webpack', 'webpack-cli'],
    mark: /webpackChunk|__webpack_|webpackUniversalModuleDefinition/,
  },
  { name: 'rollup', file: 'rollup.config.mjs', uses: ['rollup'], mark: undefined },
  { name: 'esbuild', file: 'package.json', uses: ['esbuild'], mark: undefined },
] as const;

/** Finds the bundler of a build by the configuration in the module's folder, its packages, or the text of the build. */
export async function findBundler(folder: string, loaded: readonly LoadedFile[]): Promise<Bundler | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  const packages = await listPackages(folder);
  const findConfiguration = (name: Bundler['name']) => {
    const pattern = new RegExp(`^${name === 'rspack' ? '(rspack|rsbuild)' : name}\\.config\\.[cm]?[jt]s$`);
    return names.find((file) => pattern.test(file));
  };
  const found =
    tools.find(({ name }) => findConfiguration(name) !== undefined) ??
    tools.find(({ uses }) => uses.some((used) => packages.has(used))) ??
    tools.find(({ mark }) => loaded.some(({ text }) => mark?.test(text)));
  return found && { name: found.name, file: findConfiguration(found.name) ?? found.file };
}

const dependenciesSchema = v.optional(v.record(v.string(), v.unknown()), {});
const manifestSchema = v.object({ dependencies: dependenciesSchema, devDependencies: dependenciesSchema });

async function listPackages(folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const parsed = v.safeParse(v.pipe(jsonFileSchema, manifestSchema), text);
  if (!parsed.success) return new Set();
  const { dependencies, devDependencies } = parsed.output;
  return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
}

const reacts = "['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']";
const ofWebpack = (line: string) => ({ webpack: line, rspack: line });

const beforeVite8 = ' (rollupOptions before Vite 8)';

/** The line of configuration that fixes a finding, by rule and bundler. `KEY` is replaced by the key of the module. */
const lines = {
  'unique-name': ofWebpack("output: { uniqueName: 'KEY' }"),
  'public-path': {
    ...ofWebpack("output: { publicPath: 'auto' } in a container of library type var"),
    vite: "base: './'",
    rollup: "output: { format: 'es' } without a renderBuiltUrl or a public path",
    esbuild: 'no publicPath',
  },
  'source-map': {
    ...ofWebpack("devtool: 'source-map'"),
    vite: 'build: { sourcemap: true }',
    esbuild: 'sourcemap: true',
  },
  'clean-folder': {
    ...ofWebpack('output: { clean: true }'),
    vite: 'build: { emptyOutDir: true }',
    rollup: 'remove the folder before each build, as by "prebuild" of package.json',
    esbuild: 'remove the folder before each build, as by "prebuild"',
  },
  'public-folder': { vite: 'build: { copyPublicDir: false }' },
  exports: {
    ...ofWebpack("output: { module: true, library: { type: 'module' } }"),
    vite: `build: { rolldownOptions: { input: 'src/portal.ts', preserveEntrySignatures: 'exports-only' } }${beforeVite8}`,
    rollup: "output: { format: 'es' }",
    esbuild: "format: 'esm' (--format=esm)",
  },
  production: {
    ...ofWebpack("mode: 'production'"),
    vite: "mode: 'production', and no NODE_ENV of development",
    esbuild: 'jsxDev: false (no --jsx-dev)',
  },
  'node-variables': {
    ...ofWebpack("mode: 'production'; for other names than NODE_ENV DefinePlugin"),
    vite: "define: { 'process.env.NODE_ENV': JSON.stringify('production') }",
    rollup: "plugins: [replace({ 'process.env.NODE_ENV': JSON.stringify('production') })], from @rollup/plugin-replace",
    esbuild: "define: { 'process.env.NODE_ENV': '\"production\"' } (--define:process.env.NODE_ENV='\"production\"')",
  },
  exposes: { ...ofWebpack("exposes: { './app': './src/app' }"), vite: "exposes: { './app': './src/app' }" },
  require: {
    vite: `plugins: [esmExternalRequirePlugin({ external: ${reacts} })], from vite, in place of external`,
    rollup: `plugins: [esmExternalRequirePlugin({ external: ${reacts} })], from rolldown/plugins, in place of external`,
  },
  'share-react': {
    ...ofWebpack(`externals: ${reacts}`),
    vite: `build: { rolldownOptions: { external: ${reacts} } }${beforeVite8}`,
    rollup: `external: ${reacts}`,
    esbuild: `external: ${reacts}`,
  },
} satisfies Record<string, Partial<Record<Bundler['name'], string>>>;

/** A rule whose fix is a line of configuration. */
export type FixedRule = keyof typeof lines;

/** Formats the line of configuration that fixes a finding; empty if the bundler has none or is unknown. */
export function formatFix(rule: FixedRule, key: string, bundler: Bundler | undefined): string {
  const ofRule: Partial<Record<Bundler['name'], string>> = lines[rule];
  const line = bundler && ofRule[bundler.name];
  return line === undefined ? '' : `\n      → ${bundler?.file}: ${line.replaceAll('KEY', key)}`;
}
