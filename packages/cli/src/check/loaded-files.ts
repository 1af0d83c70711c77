import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BuiltModule } from './built-module';
import type { Observation } from './observe';

/** A file that a user fetches to see the module. */
export interface LoadedFile {
  /** Relative to the built folder. */
  readonly name: string;
  readonly text: string;
  /** Bytes, compressed. */
  readonly size: number;
}

/** The files of the module that the browser asked for, each once; one that does not exist has `undefined` for its content. */
export async function loadedFiles({ dist }: BuiltModule, { base, requests }: Observation) {
  const names = requests
    .filter(({ url }) => url.startsWith(base))
    .map(({ url }) => decodeURIComponent(new URL(url).pathname.slice(new URL(base).pathname.length)));
  const loaded: LoadedFile[] = [];
  const missing: string[] = [];
  for (const name of new Set(names)) {
    const content = await readFile(path.join(dist, name)).catch(() => undefined);
    if (content) loaded.push({ name, text: content.toString(), size: gzipSync(content).length });
    else missing.push(name);
  }
  return { loaded, missing };
}
