import { createRequire } from 'node:module';
import path from 'node:path';
import { runPortico } from './create-program';

// Found by their names, because the bundled program runs from `dist/cli`.
const findPackage = (name: string) => path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
const folder = findPackage('@portico/cli');

await runPortico({
  folder,
  templates: path.join(findPackage('@portico/module-kit'), 'templates'),
  shell: path.resolve(folder, '../../../dist'),
  server: path.resolve(folder, '../../../dist/server/main.js'),
});
