import path from 'node:path';
import { setPgliteFlags } from './database/pglite-flags';
import { loadProgram } from './process/load-program';

/** By then the first pages have been answered, whose functions belong to a start. */
const saveAfterMilliseconds = 5_000;

// V8 uses no code cache of other flags.
setPgliteFlags();
const { exports: started, saveCodeCaches } = loadProgram(path.join(import.meta.dirname, 'program.cjs'));
await started;
setTimeout(saveCodeCaches, saveAfterMilliseconds).unref();
process.once('exit', saveCodeCaches);
