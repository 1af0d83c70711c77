import { createRequire } from 'node:module';
import path from 'node:path';
import { runPortico } from './create-program';

// Found by its name, because the bundled program runs from `dist/cli`.
const folder = path.dirname(createRequire(import.meta.url).resolve('@portico/cli/package.json'));

await runPortico({
  folder,
  template: path.resolve(folder, '../../core/module-kit/template'),
  shell: path.resolve(folder, '../../../dist'),
});
