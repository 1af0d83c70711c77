import path from 'node:path';
import { createProgram, runPortico } from '../create-program';

// The command line for tests that have neither a browser nor a build of the shell: its check looks at types alone. It
// is a program of its own, so that the one that teams install has no way around the check.
const files = { folder: path.resolve(import.meta.dirname, '../..'), templates: '', shell: '' };

await runPortico(
  files,
  createProgram(files, async (modules) => {
    const findings = modules.flatMap(({ typeBreaks = [] }) => typeBreaks);
    for (const finding of findings) console.log(finding);
    return { hasFailed: findings.length > 0, results: [] };
  }),
);
