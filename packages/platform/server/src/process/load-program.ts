import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** A CommonJS program that runs. */
export interface LoadedProgram {
  readonly exports: unknown;
  /** Writes the code caches that are missing into `code-cache` beside the program. Where that is not allowed, it does nothing. */
  readonly saveCodeCaches: () => void;
}

/**
 * Loads a CommonJS program, and the files beside it that it requires, with the code that V8 compiled in an earlier run: Node 20 keeps
 * none itself. A cache of another source, another Node or other flags of V8 is not used.
 * @param file an absolute path
 */
export function loadProgram(file: string): LoadedProgram {
  const loaded = new Map<string, { exports: unknown }>();
  const uncached: { file: string; digest: Buffer; script: Script }[] = [];

  function load(name: string): unknown {
    const known = loaded.get(name);
    if (known) return known.exports;
    const source = readFileSync(name);
    // V8 itself compares only the length of the source.
    const digest = createHash('sha256').update(source).digest();
    const cachedData = readCodeCache(name, digest);
    const script = new Script(Module.wrap(source.toString()), { filename: name, ...(cachedData && { cachedData }) });
    if (cachedData === undefined || script.cachedDataRejected) uncached.push({ file: name, digest, script });
    const module = { exports: {} };
    loaded.set(name, module);
    const requireOther = createRequire(name);
    const folder = path.dirname(name);
    const require = (request: string) =>
      request.startsWith('./') ? load(path.join(folder, request)) : requireOther(request);
    script.runInThisContext()(module.exports, require, module, name, folder);
    return module.exports;
  }

  return {
    exports: load(file),
    saveCodeCaches: () => {
      for (const { file, digest, script } of uncached.splice(0)) {
        writeCodeCache(file, Buffer.concat([digest, script.createCachedData()]));
      }
    },
  };
}

const cacheOf = (file: string) => path.join(path.dirname(file), 'code-cache', path.basename(file));

/** @returns `undefined` if there is none for this source */
function readCodeCache(file: string, digest: Buffer): Buffer | undefined {
  try {
    const content = readFileSync(cacheOf(file));
    return digest.equals(content.subarray(0, digest.length)) ? content.subarray(digest.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: another process may read it. */
function writeCodeCache(file: string, content: Buffer): void {
  const target = cacheOf(file);
  const draft = `${target}.${process.pid}`;
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(draft, content);
    renameSync(draft, target);
  } catch {
    // The folder of a release may be read-only; a start then takes a tenth longer.
  }
}
