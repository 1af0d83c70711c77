import path from 'node:path';
import { setPgliteFlags } from './database/pglite-flags';
import { loadProgram } from './process/load-program';

/** By then the first pages have mostly been answered, whose functions belong to a start. */
const saveAfterMilliseconds = 5_000;

// Before anything is loaded: V8 refuses a code cache that was made under other flags.
setPgliteFlags();
const { exports: started, saveCodeCaches } = loadProgram(path.join(import.meta.dirname, 'program.cjs'));
await started;
setTimeout(saveCodeCaches, saveAfterMilliseconds).unref();
// A run that was shorter, and what was loaded later.
process.once('exit', saveCodeCaches);
