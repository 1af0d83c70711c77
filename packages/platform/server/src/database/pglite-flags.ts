import { setFlagsFromString } from 'node:v8';

/** Sets how V8 compiles PGlite. */
export function setPgliteFlags(): void {
  // V8 would optimize PGlite's functions while they run for the first time; later halves the CPU time of the start.
  setFlagsFromString('--wasm-tiering-budget=60000000');
  // A start uses few of the functions. V8 then validates only those.
  setFlagsFromString('--wasm-lazy-validation');
}
