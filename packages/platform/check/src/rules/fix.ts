import type { Bundler } from './bundler';

const reacts = "['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']";
const ofWebpack = (line: string) => ({ webpack: line, rspack: line });

const beforeVite8 = ' (rollupOptions before Vite 8)';

/** By rule and bundler: the line of configuration that fixes it. `KEY` stands for the key of the module. */
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

/** The line of configuration that fixes a rule's finding, on a line of its own; empty if the bundler has none or is not known. */
export function formatFix(rule: FixedRule, key: string, bundler: Bundler | undefined): string {
  const ofRule: Partial<Record<Bundler['name'], string>> = lines[rule];
  const line = bundler && ofRule[bundler.name];
  return line === undefined ? '' : `\n      → ${bundler?.file}: ${line.replaceAll('KEY', key)}`;
}
