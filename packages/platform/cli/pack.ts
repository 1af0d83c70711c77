import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readCheckParts } from '@portico/check';
import { packFolder } from '../../../tooling/scripts/pack-folder';
import { nodeProgram } from '../../../tooling/webpack/node-program';
import { runWebpack } from '../../../tooling/webpack/run-webpack';
import check from '../check/package.json';
import manifest from './package.json';

// Packs the two packages that other teams install into one folder, where `portico create` finds them.
const here = import.meta.dirname;
const root = path.resolve(here, '../../..');
const made = path.join(here, 'dist');
const kit = path.join(here, '../../core/module-kit');
const shell = path.join(root, 'dist');
const packed = {
  name: manifest.name,
  version: manifest.version,
  license: 'MIT',
  type: manifest.type,
  bin: { portico: 'bin/portico.mjs' },
  engines: { node: '>=20.19' },
  dependencies: { 'playwright-core': check.dependencies['playwright-core'] },
};
if (!existsSync(shell)) execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });

console.log(
  await packFolder(packed, made, async (folder) => {
    await build(path.join(folder, 'bin'));
    cpSync(path.join(kit, 'templates'), path.join(folder, 'templates'), { recursive: true });
    await copyShell(path.join(folder, 'shell'));
    cpSync(path.join(here, 'README.md'), path.join(folder, 'README.md'));
  }),
);
execFileSync('npm', ['run', 'pack', '--silent'], { cwd: kit, stdio: ['ignore', 'ignore', 'inherit'] });
for (const archive of readdirSync(path.join(kit, 'dist'))) {
  cpSync(path.join(kit, 'dist', archive), path.join(made, archive));
  console.log(path.join(made, archive));
}

/** Bundles the program; only the browser driver stays a dependency. */
function build(folder: string): Promise<void> {
  return runWebpack(
    nodeProgram({
      root,
      entry: path.join(here, 'src/packed-main.ts'),
      output: path.join(folder, 'portico.mjs'),
      externals: Object.keys(packed.dependencies),
      banner: '#!/usr/bin/env node',
    }),
  );
}

/** Copies the parts of the built shell that `portico check` needs. */
async function copyShell(folder: string): Promise<void> {
  const { imports, native, system } = await readCheckParts(shell);
  const scripts = ['check/module-check.js', system, native.address, ...Object.values(imports)];
  const files = ['import-map.json', 'page.json', 'page/frame.css', 'page/top-bar.json', ...scripts];
  for (const file of new Set(files)) cpSync(path.join(shell, file), path.join(folder, file));
}
