import path from 'node:path';
import { runPortico } from './run-portico';

// Where pack.ts has put everything.
const folder = path.resolve(import.meta.dirname, '..');

await runPortico({ folder, template: path.join(folder, 'template'), shell: path.join(folder, 'shell') });
