import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import webpack from 'webpack';
import { packFolder } from '../../scripts/pack-folder';
import { loaders } from '../../webpack/loaders';
import { runWebpack } from '../../webpack/run-webpack';
import manifest from './package.json';
import { readCheckParts } from './src/check/check-page';

// Makes both packages that other teams install, beside each other, as `portico create` looks for them.
const here = import.meta.dirname;
const root = path.resolve(here, '../..');
const made = path.join(here, 'dist');
const kit = path.join(here, '../module-kit');
const shell = path.join(root, 'dist');
if (!existsSync(shell)) execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });

console.log(
  await packFolder(packedManifest(), made, async (folder) => {
    await build(path.join(folder, 'bin'));
    cpSync(path.join(kit, 'template'), path.join(folder, 'template'), { recursive: true });
    await copyShell(path.join(folder, 'shell'));
    cpSync(path.join(here, 'README.md'), path.join(folder, 'README.md'));
  }),
);
execFileSync('npm', ['run', 'pack', '--silent'], { cwd: kit, stdio: ['ignore', 'ignore', 'inherit'] });
for (const archive of readdirSync(path.join(kit, 'dist'))) {
  cpSync(path.join(kit, 'dist', archive), path.join(made, archive));
  console.log(path.join(made, archive));
}

/** The program, without anything to install but what drives a browser. */
function build(folder: string): Promise<void> {
  return runWebpack({
    mode: 'production',
    devtool: false,
    context: root,
    target: 'node20',
    entry: { portico: path.join(here, 'src/packed-main.ts') },
    experiments: { outputModule: true },
    output: { path: folder, filename: '[name].mjs', library: { type: 'module' } },
    externals: Object.keys(packedManifest().dependencies),
    externalsType: 'module-import',
    // Both are of where the program is then installed.
    module: { parser: { javascript: { importMeta: false, createRequire: false } }, rules: loaders },
    resolve: { extensions: ['.ts', '.js'] },
    optimization: { minimize: false },
    performance: false,
    plugins: [new webpack.BannerPlugin({ banner: '#!/usr/bin/env node', raw: true })],
  });
}

/** Of the shell's build what a module meets in `portico check`. */
async function copyShell(folder: string): Promise<void> {
  const { imports, system } = await readCheckParts(shell);
  const files = ['import-map.json', 'page.json', 'check/module-check.js', system, ...Object.values(imports)];
  for (const file of new Set(files)) cpSync(path.join(shell, file), path.join(folder, file));
}

function packedManifest() {
  return {
    name: manifest.name,
    version: manifest.version,
    license: 'MIT',
    type: manifest.type,
    bin: { portico: 'bin/portico.mjs' },
    engines: { node: '>=20.19' },
    dependencies: { 'playwright-core': manifest.dependencies['playwright-core'] },
  };
}
