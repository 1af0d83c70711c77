import path from 'node:path';
import { runPortico } from './run-portico';

const folder = path.resolve(import.meta.dirname, '..');

await runPortico({
  folder,
  template: path.resolve(folder, '../module-kit/template'),
  shell: path.resolve(folder, '../../dist'),
});
