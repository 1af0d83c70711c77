import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

const require = createRequire(import.meta.url);

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiles PGlite once, on other threads: the program starts this before it loads the server. */
export function compilePglite(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  // V8 would optimize PGlite's functions while they run for the first time; later halves the CPU time of the start.
  setFlagsFromString('--wasm-tiering-budget=60000000');
  // A start uses few of the functions. V8 then validates only those.
  setFlagsFromString('--wasm-lazy-validation');
  const folder = path.dirname(require.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(path.join(folder, 'pglite.wasm')));
}
