import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setPgliteFlags } from './pglite-flags';

const { resolve } = createRequire(import.meta.url);

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiles PGlite once, on other threads: the program starts this before it loads the server. */
export function compilePglite(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  setPgliteFlags();
  const folder = path.dirname(resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(path.join(folder, 'pglite.wasm')));
}
