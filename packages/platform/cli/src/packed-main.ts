import path from 'node:path';
import { runPortico } from './create-program';

// pack.ts puts everything below this folder.
const folder = path.resolve(import.meta.dirname, '..');

await runPortico({ folder, template: path.join(folder, 'template'), shell: path.join(folder, 'shell') });
