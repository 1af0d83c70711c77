import { readdir } from 'node:fs/promises';
import { readDependencies } from '../build/read-dependencies';
import type { LoadedFile } from '../observation/read-loaded-files';

/** The bundler of a build, and its configuration. */
export interface Bundler {
  readonly name: (typeof tools)[number]['name'];
  /** Such as `vite.config.ts`. */
  readonly file: string;
  /** Whether the configuration is merged with one of single-spa's presets, which leave React and other names out. */
  readonly hasPreset?: boolean;
}

// Tools that use other tools come first: a folder with Vite may have Rollup and esbuild as well.
const tools = [
  { name: 'vue-cli', file: 'vue.config.js', uses: ['@vue/cli-service'], mark: undefined },
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
  const packages = await readDependencies(folder);
  const findConfiguration = (name: Bundler['name']) => {
    const prefix = name === 'rspack' ? '(rspack|rsbuild)' : name.replace('-cli', '');
    const pattern = new RegExp(`^${prefix}\\.config\\.[cm]?[jt]s$`);
    return names.find((file) => pattern.test(file));
  };
  const found =
    tools.find(({ name }) => findConfiguration(name) !== undefined) ??
    tools.find(({ uses }) => uses.some((used) => packages.has(used))) ??
    tools.find(({ mark }) => loaded.some(({ text }) => mark?.test(text)));
  if (found === undefined) return undefined;
  const hasPreset = found.name === 'webpack' && [...packages.keys()].some((name) => preset.test(name));
  return { name: found.name, file: findConfiguration(found.name) ?? found.file, ...(hasPreset && { hasPreset }) };
}

/** webpack-config-single-spa, -react, -ts, -react-ts and so on. */
const preset = /^webpack-config-single-spa/;

const reacts = "['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']";
const ofWebpack = (line: string) => ({
  webpack: line,
  rspack: line,
  'vue-cli': `configureWebpack: { ${line} }`,
});

const beforeVite8 = ' (rollupOptions before Vite 8)';

/** The line of configuration that fixes a finding, by rule and bundler. `KEY` is replaced by the key of the module. */
const lines = {
  'unique-name': ofWebpack("output: { uniqueName: 'KEY' }"),
  'public-path': {
    ...ofWebpack("output: { publicPath: 'auto' } in a container of library type var"),
    'vue-cli': "publicPath: 'auto'",
    vite: "base: './'",
    rollup: "output: { format: 'es' } without a renderBuiltUrl or a public path",
    esbuild: 'no publicPath',
  },
  'style-links': { vite: 'leave out cssLifecycleFactory of vite-plugin-single-spa: the portal loads the style sheets' },
  'modern-browsers': { 'vue-cli': '"browserslist": "supports es6-module" in package.json', vite: 'no legacy()' },
  'source-map': {
    ...ofWebpack("devtool: 'source-map'"),
    vite: 'build: { sourcemap: true }',
    esbuild: 'sourcemap: true',
  },
  'clean-folder': {
    webpack: 'output: { clean: true }',
    rspack: 'output: { clean: true }',
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
} satisfies Record<string, Partial<Record<Bundler['name'], string>>>;

/** A rule whose fix is a line of configuration. */
export type FixedRule = keyof typeof lines;

/** Formats the line of configuration that fixes a finding; empty if the bundler has none or is unknown. */
export function formatFix(rule: FixedRule, key: string, bundler: Bundler | undefined): string {
  const ofRule: Partial<Record<Bundler['name'], string>> = lines[rule];
  const line = bundler && ofRule[bundler.name];
  return line === undefined ? '' : formatLine(bundler?.file ?? '', line.replaceAll('KEY', key));
}

/** Formats a line of a file that fixes a finding. */
export function formatLine(file: string, line: string): string {
  return `\n      → ${file}: ${line}`;
}

/**
 * Formats the line of configuration that leaves these names out of the build, and no others; empty if the bundler is
 * unknown.
 */
export function formatExternals(names: readonly string[], bundler: Bundler | undefined): string {
  if (bundler === undefined) return '';
  const list = `[${names.map((name) => `'${name}'`).join(', ')}]`;
  const external = `external: ${list}`;
  const externals = `externals: ${list}`;
  // webpack-merge joins lists, and replaces a list by a function.
  const replaced =
    names.length === 0
      ? 'externals: (_context, callback) => callback()'
      : `externals: ({ request }, callback) => (${list}.includes(request) ? callback(null, request) : callback())`;
  const line = {
    'vue-cli': `chainWebpack: (config) => config.externals(${list})`,
    vite: `build: { rolldownOptions: { ${external} } }${beforeVite8}`,
    rspack: externals,
    webpack: bundler.hasPreset ? replaced : externals,
    rollup: external,
    esbuild: external,
  }[bundler.name];
  return formatLine(bundler.file, line);
}
