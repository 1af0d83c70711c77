import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** A CommonJS program that runs. */
export interface LoadedProgram {
  readonly exports: unknown;
  /**
   * Writes the code caches that are missing, or lack much of what has been compiled, into `code-cache` beside the
   * program. Where that is not allowed, it does nothing.
   */
  readonly saveCodeCaches: () => void;
}

/** A cache is replaced when the code has grown by this factor. Runs that do the same differ by a thousandth. */
const replacedFromGrowth = 1.05;

/**
 * Loads a CommonJS program, and the files beside it that it requires, with the code that V8 compiled in an earlier run:
 * Node 20 keeps none itself. A cache that is damaged, or of another source, another Node or other flags of V8, is not
 * used.
 * @param file an absolute path
 */
export function loadProgram(file: string): LoadedProgram {
  const cacheFolder = path.join(path.dirname(file), 'code-cache');
  const loaded = new Map<string, { exports: unknown }>();
  const unsaved: { cache: string; source: Buffer; script: Script; savedLength: number }[] = [];

  function load(name: string): unknown {
    const known = loaded.get(name);
    if (known) return known.exports;
    const source = readFileSync(name);
    const cache = path.join(cacheFolder, path.basename(name));
    const cachedData = readCodeCache(cache, source);
    const script = new Script(Module.wrap(source.toString()), { filename: name, ...(cachedData && { cachedData }) });
    const savedLength = script.cachedDataRejected ? 0 : (cachedData?.length ?? 0);
    unsaved.push({ cache, source, script, savedLength });
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
      try {
        mkdirSync(cacheFolder, { recursive: true });
        for (const { cache, source, script, savedLength } of unsaved.splice(0)) {
          const code = script.createCachedData();
          if (code.length > savedLength * replacedFromGrowth) writeCodeCache(cache, source, code);
        }
      } catch {
        // The folder of a release may be read-only.
      }
    },
  };
}

const digestLength = 32;

/** V8 compares only its own version, its flags and the length of the source; code that is damaged ends the process. */
function createDigest(source: Buffer, code: Buffer): Buffer {
  const { arch, platform, version } = process;
  return createHash('sha256')
    .update(`${version} ${platform} ${arch} ${source.length}`)
    .update(source)
    .update(code)
    .digest();
}

/** @returns `undefined` if there is none, or not for this source */
function readCodeCache(cache: string, source: Buffer): Buffer | undefined {
  try {
    const content = readFileSync(cache);
    const code = content.subarray(digestLength);
    return content.subarray(0, digestLength).equals(createDigest(source, code)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: other processes may read and write it. */
function writeCodeCache(cache: string, source: Buffer, code: Buffer): void {
  const draft = `${cache}.${randomUUID()}`;
  try {
    writeFileSync(draft, Buffer.concat([createDigest(source, code), code]));
    renameSync(draft, cache);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
