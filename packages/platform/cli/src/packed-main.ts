import path from 'node:path';
import { runPortico } from './create-program';

// pack.ts puts everything below this folder.
const folder = path.resolve(import.meta.dirname, '..');

await runPortico({ folder, templates: path.join(folder, 'templates'), shell: path.join(folder, 'shell') });
