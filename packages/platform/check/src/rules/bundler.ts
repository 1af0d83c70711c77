import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { LoadedFile } from '../observation/read-loaded-files';

/** A bundler, by the name of its package. */
type BundlerName = 'webpack' | 'rspack' | 'vite' | 'rollup' | 'esbuild';

/** What made a build, and where it is configured. */
export interface Bundler {
  readonly name: BundlerName;
  /** Such as `vite.config.ts`. */
  readonly file: string;
}

// The tools that are built on others come first: a folder with Vite may have Rollup and esbuild as well.
const tools: readonly { readonly name: BundlerName; readonly file: string; readonly uses: readonly string[] }[] = [
  { name: 'vite', file: 'vite.config.ts', uses: ['vite'] },
  { name: 'rspack', file: 'rspack.config.mjs', uses: ['@rspack/core', '@rspack/cli', '@rsbuild/core'] },
  { name: 'webpack', file: 'webpack.config.js', uses: ['webpack', 'webpack-cli'] },
  { name: 'rollup', file: 'rollup.config.mjs', uses: ['rollup'] },
  { name: 'esbuild', file: 'package.json', uses: ['esbuild'] },
];

const marks: Partial<Record<BundlerName, RegExp>> = {
  vite: /vite:preloadError|__vite/,
  rspack: /rspackChunk|rspackVersion|__rspack/,
  webpack: /webpackChunk|__webpack_|webpackUniversalModuleDefinition/,
};

/** Finds what made a build: by the configuration in the module's folder, its packages, or what the build contains. */
export async function findBundler(folder: string, loaded: readonly LoadedFile[]): Promise<Bundler | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  const packages = await listPackages(folder);
  const findConfiguration = (name: BundlerName) => {
    const pattern = new RegExp(`^${name === 'rspack' ? '(rspack|rsbuild)' : name}\\.config\\.[cm]?[jt]s$`);
    return names.find((file) => pattern.test(file));
  };
  const found =
    tools.find(({ name }) => findConfiguration(name) !== undefined) ??
    tools.find(({ uses }) => uses.some((used) => packages.has(used))) ??
    tools.find(({ name }) => loaded.some(({ text }) => marks[name]?.test(text)));
  return found && { name: found.name, file: findConfiguration(found.name) ?? found.file };
}

const dependenciesSchema = v.optional(v.record(v.string(), v.unknown()), {});
const manifestSchema = v.object({ dependencies: dependenciesSchema, devDependencies: dependenciesSchema });

async function listPackages(folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!parsed.success) return new Set();
  const { dependencies, devDependencies } = parsed.output;
  return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
}
