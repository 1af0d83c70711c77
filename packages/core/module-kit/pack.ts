import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packFolder } from '../../../tooling/scripts/pack-folder';
import { loaders } from '../../../tooling/webpack/loaders';
import { runWebpack } from '../../../tooling/webpack/run-webpack';
import contract from '../contract/package.json';
import manifest from './package.json';

// Builds the package that other teams install: JavaScript and declarations, because their tools take no TypeScript.
const here = import.meta.dirname;
const root = path.resolve(here, '../../..');

/** The entries that teams import; the portal imports others. */
const entries = (['.', './angular', './portal', './svelte', './testing', './vue'] as const).map((place) => ({
  place,
  name: place === '.' ? 'index' : place.slice(2),
  source: manifest.exports[place],
}));

console.log(
  await packFolder(packedManifest(), path.join(here, 'dist'), async (folder) => {
    // Modules for bundlers, CommonJS for Jest.
    await build(folder, 'module-import', '.mjs');
    await build(folder, 'commonjs2', '.cjs');
    declareTypes(path.join(folder, 'types'));
    cpSync(path.join(here, 'README.md'), path.join(folder, 'README.md'));
  }),
);

function build(folder: string, externalsType: 'module-import' | 'commonjs2', extension: string): Promise<void> {
  const type = externalsType === 'commonjs2' ? externalsType : 'module';
  return runWebpack({
    mode: 'production',
    devtool: false,
    context: root,
    // Determines how late parts load.
    target: type === 'module' ? ['web', 'es2022'] : 'node20',
    entry: Object.fromEntries(entries.map(({ name, source }) => [name, path.join(here, source)])),
    experiments: { outputModule: type === 'module' },
    output: { path: folder, filename: `[name]${extension}`, library: { type } },
    externals: [/^(@angular\/[a-z-]+|react|react-dom|svelte|vue)(\/|$)/],
    externalsType,
    module: { rules: loaders },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    // Teams read these names in stack traces.
    optimization: { minimize: false, chunkIds: 'named' },
    performance: false,
  });
}

/** Writes the declarations of the kit and, beside them, those of the contract that it exports. */
function declareTypes(types: string): void {
  execFileSync('npx', ['tsc', '--project', path.join(here, 'tsconfig.types.json'), '--outDir', types], {
    cwd: root,
    stdio: 'inherit',
  });
  const contractTypes = path.join(types, 'contract/src');
  const parts = readdirSync(contractTypes).map((file) => `export * from './${path.basename(file, '.d.ts')}';\n`);
  writeFileSync(path.join(contractTypes, 'index.d.ts'), parts.join(''));
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    const index = path.relative(path.dirname(file), 'contract/src/index').replaceAll(path.sep, '/');
    const declarations = readFileSync(path.join(types, file), 'utf8')
      .replaceAll(/(['"])@portico\/contract\1/g, `'${index}'`)
      // Node's resolution requires the extension.
      .replaceAll(/(from |import\()(['"])(\.[^'"]*)\2/g, '$1$2$3.js$2');
    writeFileSync(path.join(types, file), declarations);
  }
}

function packedManifest() {
  return {
    name: manifest.name,
    version: manifest.version,
    license: 'MIT',
    exports: Object.fromEntries(
      entries.map(({ place, name, source }) => [
        place,
        {
          types: `./types/module-kit/${source.replace('./', '').replace(/\.ts$/, '.d.ts')}`,
          import: `./${name}.mjs`,
          require: `./${name}.cjs`,
        },
      ]),
    ),
    // The types of the contract are inferred from its schemas.
    dependencies: { valibot: contract.dependencies.valibot },
    peerDependencies: manifest.peerDependencies,
    peerDependenciesMeta: manifest.peerDependenciesMeta,
  };
}
