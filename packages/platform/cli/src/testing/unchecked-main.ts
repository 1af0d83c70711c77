import path from 'node:path';
import { createProgram, runPortico } from '../create-program';

// The command line for tests that have neither a browser nor a build of the shell: its check refuses nothing. It is
// a program of its own, so that the one that teams install has no way around the check.
const files = { folder: path.resolve(import.meta.dirname, '../..'), templates: '', shell: '' };

await runPortico(
  files,
  createProgram(files, async () => ({ hasFailed: false, preloads: new Map() })),
);
